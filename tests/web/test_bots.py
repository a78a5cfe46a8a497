"""A bot keeps its face all game long, whoever comes and goes."""

SEATS = 12


def faces(page, table, taken):
    return page([("lib/bots.ts", "botAvatar", table, seat, taken) for seat in range(SEATS)])


def test_who_comes_or_goes_changes_no_bots_face_but_the_one_that_they_wear(page):
    alone = faces(page, "kKCvx5eQZ3san", [])
    assert len(set(alone)) == SEATS
    spare = next(one for one in ("bear", "cat", "fox", "owl", "tiger", "panda", "lion") if one not in alone)
    assert faces(page, "kKCvx5eQZ3san", [spare, None]) == alone
    worn = faces(page, "kKCvx5eQZ3san", [alone[3]])
    assert [at for at in range(SEATS) if worn[at] != alone[at]] == [3]
    assert worn[3] not in alone


def test_nobody_else_has_a_bots_face(page):
    for table in ("a", "RPvpUyPuzlE_kKmfF3YA4w", "zz-9"):
        alone = faces(page, table, [])
        for taken in (alone[:4], [*alone[::2], "bear", "owl"]):
            told = faces(page, table, taken)
            assert len(set(told)) == SEATS
            assert not set(told) & set(taken)
