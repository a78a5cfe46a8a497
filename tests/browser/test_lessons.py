"""Lessons as newcomers take them: they tap where the hand points, on the real table, in both languages."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser.hearing import hearing, said, wait_said
from browser.lessons import FOLLOW, Learner
from browser.player import ACT, PHONE, SIDEWAYS, SMALL, expect
from igroteka.games import SHELF
from igroteka.games.lessons import lessons
from server.serving import Server

TAUGHT = [(game, name) for game in SHELF for name in lessons(SHELF[game])]


@pytest.fixture
def learner(server: Server, browser: Browser) -> Iterator[Learner]:
    person = Learner(browser, server.url, PHONE, "ru")
    yield person
    person.close()


@pytest.mark.parametrize(
    ("game", "name", "language"),
    [
        pytest.param(*taught, language, marks=[pytest.mark.long] if (at + into) % 2 else [])
        for at, taught in enumerate(TAUGHT)
        for into, language in enumerate(("ru", "en"))
    ],
)
def test_the_hand_leads_through_every_step(
    server: Server, browser: Browser, game: str, name: str, language: str
) -> None:
    lesson = lessons(SHELF[game])[name]
    person = Learner(browser, server.url, PHONE if language == "ru" else SMALL, language).learn(game, name)
    assert person.steps == len(lesson.steps) + 1
    said = person.follow_to(person.steps)
    assert {step.say[language] for step in lesson.steps} <= said
    assert {step.praise[language] for step in lesson.steps if step.praise} <= said
    expect(person.page.get_by_test_id("coach")).to_contain_text(lesson.game.tips[0][language])
    person.close()


def test_in_the_lesson_the_whole_hand_is_in_sight_on_the_smallest_phone(
    server: Server, browser: Browser
) -> None:
    """It lay in two rows, as the seven cards of a game for two do, and the second was below the edge."""
    person = Learner(browser, server.url, SMALL, "ru").learn("sequence", "lesson")
    for step in (1, 4):
        person.follow_to(step)
        cards = person.page.locator("[data-hand] button")
        assert cards.count() >= 4
        for card in cards.all():
            box = card.bounding_box()
            assert box
            assert box["y"] + box["height"] <= SMALL[1]
            assert box["width"] >= 48
    person.close()


def test_in_the_lesson_the_whole_hand_is_in_sight_on_a_phone_held_sideways(
    server: Server, browser: Browser
) -> None:
    """What is taught took the room of its second row, which was cut through."""
    person = Learner(browser, server.url, SIDEWAYS, "ru").learn("sequence", "lesson")
    hand = person.page.locator(".frame > .hand")
    for step in (1, 4):
        person.follow_to(step)
        assert hand.evaluate("one => one.scrollHeight <= one.clientHeight")
    person.close()


def test_a_wrong_tap_is_explained_by_the_rules(learner: Learner) -> None:
    learner.learn("upturn", "lesson").follow_to(2)
    asked = learner.said
    learner.page.locator('.rack [data-tap="12"]').click(force=True)
    expect(learner.page.get_by_test_id("coach")).to_contain_text("12 меньше 57, а нужно больше")
    expect(learner.page.get_by_test_id("coach").get_by_role("link")).to_have_attribute(
        "href", "/rules/upturn#UT-16"
    )
    assert learner.step == 2
    learner.page.locator('.rack [data-tap="63"]').click()
    expect(learner.page.get_by_test_id("coach").locator(".words")).to_have_text(asked)


def test_what_is_fine_but_not_asked_for_gets_a_kind_word(learner: Learner) -> None:
    learner.learn("upturn", "lesson")
    learner.page.locator('.rack [data-tap="63"]').click()
    learner.page.locator('[data-tap="done"]').click()
    expect(learner.page.get_by_test_id("coach")).to_contain_text("Так тоже можно!")
    assert learner.step == 1
    learner.follow_to(2)


def test_a_lesson_goes_on_after_a_reload_back_on_and_from_the_beginning(learner: Learner) -> None:
    learner.learn("upturn", "lesson").follow_to(4)
    said = learner.said
    learner.page.reload()
    learner.page.get_by_test_id("coach").wait_for()
    assert (learner.step, learner.said) == (4, said)
    for button, step in (("Шаг назад", 3), ("Пропустить шаг", 5), ("Начать сначала", 1)):
        learner.page.get_by_test_id("coach").get_by_role("button", name="Урок").click()
        learner.page.get_by_role("button", name=button).click()
        expect(learner.page.get_by_role("img", name=f"Шаг {step} из")).to_be_visible()


def test_the_youngest_are_taught_without_reading(learner: Learner) -> None:
    """The coach is heard and drawn; refusals are heard too, and a tap says it once more."""
    hearing(learner).open("/learn/etazhiki/lesson_beginner")
    page = learner.page
    expect(page.get_by_test_id("coach").locator(".picture svg").first).to_be_visible()
    wait_said(page, "Клади такой же номер")
    page.locator('.hand [data-tap="F2"]').click(force=True)
    wait_said(page, "не подходит")
    learner.follow_to(2)
    wait_said(page, "Можно и соседа сверху")
    before = len(said(page))
    page.get_by_test_id("coach").get_by_role("button", name="Сказать вслух").click()
    page.wait_for_function("(count) => window.__said.length > count", arg=before)
    assert not any("Твой ход" in text for text in said(page)), "the prompt is not said beside the coach"


def test_a_newcomer_is_taught_and_plays_without_leaving_the_table(learner: Learner) -> None:
    """From the home page through the whole lesson and the game against Beginner, a short one of Etazhiki."""
    page = learner.open().page
    first = page.get_by_role("link", name="Первый раз? Две минуты").nth(1)
    lesson = first.get_attribute("href")
    first.click()
    page.get_by_test_id("coach").wait_for()
    address = page.url
    learner.follow_to(learner.steps)
    learner.play_until("[data-testid=lesson-end]", f"() => ({FOLLOW})()[2] !== null || ({ACT})()")
    expect(page.get_by_test_id("lesson-end")).to_be_visible()
    assert page.url == address
    kept = json.loads(page.evaluate("localStorage.getItem('igroteka.lessons')"))
    assert [one["over"] for one in kept.values()] == [True]
    page.get_by_role("link", name="На главную").click()
    expect(page.get_by_role("heading", name="Этажики")).to_be_visible()
    assert page.locator(f'a[href="{lesson}"]').count() == 0


def test_a_lesson_that_is_not_there_is_said(learner: Learner) -> None:
    learner.open("/learn/upturn/nothing")
    expect(learner.page.get_by_role("link", name="На главную")).to_be_visible()
    learner.complaints.clear()  # the browser tells of the 404
