"""What a browser keeps for the page, and what the page remembers where the browser keeps nothing."""

KEEP = "lib/keep.ts"


def test_where_a_browser_keeps_nothing_the_page_remembers_until_it_goes(page):
    """Node has no storage, as a browser whose owner forbids it."""
    asked = [(KEEP, "keep", "places", [1]), (KEEP, "kept", "places", []), (KEEP, "kept", "nonces", "none")]
    assert page(asked) == [None, [1], "none"]
