"""All kernels of a twin: those that it brings, and what is done with states of any game, compiled for it.

`brought` tells what a twin brings. What is in `one_table` and `many_tables` are templates: `bind` compiles a
copy of each for one twin, with the twin's kernels in place of the stubs.
"""

from types import ModuleType
from typing import Any, Final

from igroteka.turbo import brought, many_tables, one_table
from igroteka.turbo.compiling import bound
from igroteka.turbo.many_tables import (
    copy_many,
    deal_all,
    determinize_all,
    determinize_many,
    legal_all,
    mask_all,
    observe_all,
    observe_seats_all,
    odd_answer,
    play_all,
    play_games,
    play_on_all,
    put_all,
    random_all,
    step_all,
)
from igroteka.turbo.one_table import (
    answer,
    ask,
    begin,
    count_game,
    go_on,
    list_answers,
    list_random,
    look,
    mark_answers,
    never,
    no_hop,
    no_rush,
    observe_anew,
    one_answer,
    one_of,
    pick,
    play_on,
    playout,
    put,
    step,
    tell_anew,
    unsure,
)

_BROUGHT: Final = ("deal", "actors", "legal", "apply", "determinize", "observe", "score")
_ASKING: Final[tuple[Any, ...]] = (one_of, ask, answer, go_on)
_OPTIONAL: Final[tuple[tuple[str, Any], ...]] = (
    ("random_action", list_random),
    ("rush", no_rush),
    ("reobserve", observe_anew),
    ("hop", no_hop),
    ("will_mix", never),
    ("has_choice", unsure),
    ("tell", tell_anew),
)
_TEMPLATES: Final[tuple[Any, ...]] = (
    playout,
    begin,
    step,
    list_answers,
    mark_answers,
    pick,
    look,
    put,
    count_game,
    one_answer,
    play_on,
    deal_all,
    put_all,
    step_all,
    odd_answer,
    legal_all,
    mask_all,
    random_all,
    observe_all,
    observe_seats_all,
    determinize_all,
    play_all,
    play_on_all,
    play_games,
    copy_many,
    determinize_many,
)


def bind(twin: ModuleType, kernels: Any) -> dict[str, Any]:
    """All kernels by name: those that the twin brings and the templates compiled for it.

    `kernels` is any namespace with what a twin brings.
    """
    names: dict[str, Any] = {**vars(brought), **vars(one_table), **vars(many_tables)}
    names.update({name: getattr(kernels, name) for name in _BROUGHT})
    for template in _ASKING:
        names[template.__name__] = bound(template, twin, names)
    for name, instead in _OPTIONAL:
        names[name] = getattr(kernels, name, None) or bound(instead, twin, names)
    for template in _TEMPLATES:
        names[template.__name__] = bound(template, twin, names)
    told = (
        *_BROUGHT,
        *(name for name, _ in _OPTIONAL),
        *(template.__name__ for template in (*_ASKING, *_TEMPLATES)),
    )
    return {name: names[name] for name in told}
