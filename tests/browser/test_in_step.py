"""With everything moving: what may be pressed belongs to the view that the press is judged by."""

import pytest
from playwright.sync_api import Browser

from browser.player import FITTING, PHONE, SIDEWAYS, SMALL, Person
from browser.test_whole_games import opened
from server.serving import Server

MOVES = 25
WATCH = """
window.__wrong = new Set();
const has = (query, words = /./) =>
  [...document.querySelectorAll(query)].some((one) => words.test(one.ariaLabel ?? one.textContent));
const look = () => {
  const prompt = document.querySelector('[data-testid=prompt]');
  const said = prompt?.innerText ?? '';
  const asks = (words, given) => words.test(said) && !given && window.__wrong.add(said);
  asks(/Ничего не подходит/, has('.row .action, .beside button', /Взять фишку/));
  asks(/Сначала шар/, has('.hand .card', /шар.*, подходит/));
  asks(/Выбери карту/, has('[data-hand] .held:not(.dim, .quiet)'));
  const awaits = has('.row .action:disabled') || has('[aria-pressed=true], .held.picked');
  const offers = has('OFFERED');
  if (prompt?.classList.contains('mine') && !awaits && !offers) window.__wrong.add(`nothing for: ${said}`);
  const words = prompt?.querySelector('.words');
  if (words?.scrollHeight > words?.clientHeight + 1) window.__wrong.add(`cut: ${said}`);
  const refused = document.querySelector('.notice')?.innerText;
  if (refused) window.__wrong.add(`${said} | ${refused}`);
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
""".replace("OFFERED", ", ".join((*FITTING, ".row .action", ".steer .choice", "button.plus")))
"""In every picture drawn: a prompt that asks for what is not there, or a refusal of what was offered."""

PLAN = """() => {
  if (document.querySelector('[data-testid=prompt]')?.classList.contains('mine')) return;
  const held = document.querySelectorAll('.rack .tile.rest, .hand .card.rest, [data-hand] .held.quiet');
  const ready = document.querySelector('.planned, .held.picked');
  if (!ready) held[Math.floor(Math.random() * held.length)]?.click();
}"""
"""While others play, one part is made ready; on one's own turn a part at rest would say why it is."""


@pytest.mark.parametrize(
    ("game", "options", "size"),
    [
        ("upturn", {"announce": "automatic"}, PHONE),
        ("etazhiki", {"variant": "medium"}, SMALL),
        ("sequence", {}, SIDEWAYS),
    ],
    ids=["upturn", "etazhiki", "sequence"],
)
def test_whoever_presses_what_is_offered_at_once_is_never_refused(
    server: Server, browser: Browser, game: str, options: dict[str, str], size: tuple[int, int]
) -> None:
    """As fast as can be, while the moves of others are still on their way; and no prompt is cut."""
    person = Person(browser, server.url, size, "ru", still=False)
    person.come_to(opened(server, game, 3, [1, 2], **options)).start()
    person.page.evaluate(WATCH)
    moves = 0
    for _ in range(900):
        acted = person.act()
        moves += acted
        if not acted:
            person.page.evaluate(PLAN)
        person.page.wait_for_timeout(20)
        if moves >= MOVES or person.is_over():
            break
    assert moves >= MOVES or person.is_over()
    assert not person.page.evaluate("[...window.__wrong]")
    person.close()
