"""People paste what they were sent: a link, the whole message around it, or the code."""

TABLE = "kKCvx5eQZ3san-5dYz_Sg"
MESSAGE = f"Играем в Этажики! Код стола JNQ6FK https://games.example.org/t/{TABLE}."


def test_the_table_of_a_link_is_found_in_whatever_it_came_in(page):
    texts = [f"https://games.example.org/t/{TABLE}", f"  {MESSAGE}\n", f"«/t/{TABLE}»", "JNQ6FK", "играем?"]
    told = page([("lib/invitation.ts", "tableIn", text) for text in texts])
    assert told == [TABLE, TABLE, TABLE, None, None]


def test_the_code_is_found_in_a_message_and_what_was_typed_by_hand_stays(page):
    texts = ["Играем в Sequence! Код стола HFCPN6", "It's UpTurn! Table code HFCPN6.", " jnq 6fk ", "ЁЖ6"]
    told = page([("lib/invitation.ts", "codeIn", text) for text in texts])
    assert told == ["HFCPN6", "HFCPN6", "jnq 6fk", "ЁЖ6"]


def test_what_was_copied_along_with_an_address_is_left_out(page):
    parts = [TABLE, f"{TABLE} ", f"{TABLE}.", f"{TABLE})", f"{TABLE}…", f"{TABLE},привет", "…"]
    told = page([("lib/invitation.ts", "named", part) for part in parts])
    assert told == [TABLE] * 6 + ["…"]
