"""PettingZoo's turn by turn environment over one table: seats are agents, every decision is a step."""

from importlib import import_module
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete

from igroteka.envs.course import Course, Observation
from igroteka.envs.drawing import as_picture, as_text
from igroteka.envs.table import Table, observation_space, usual_seats, whole
from igroteka.turbo import NOBODY, twins

_PROBE: Final = {"options": 1}
"""PettingZoo's suite resets with this and wants it to pass; no game has such an option."""

AECEnv: Any = import_module("pettingzoo").AECEnv  # it has no types


class SeatsEnv(AECEnv):  # type: ignore[misc]
    """One game at one table. Copies and pickles go on by themselves.

    An observation is a dict: `observation` (docs/envs.md) and `action_mask`, which is all zeros for a seat
    that is not asked now. An action that the mask does not allow raises ValueError and changes nothing.
    With `only_choices` seats are asked only where they have at least two answers, which tells the others
    something (docs/envs.md); with `relative` observations are egocentric; with `history` they have the last
    answers that the seat has heard of. `metadata["fast"]` says whether the
    game has a twin; without one it runs on the readable rules, slowly.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Any = None,
        *,
        honour: bool = False,
        max_steps: int | None = None,
        only_choices: bool = False,
        relative: bool = False,
        history: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']}, not {render_mode!r}")
        self.metadata = {**type(self).metadata, "name": f"{game}_v0", "fast": game in twins()}
        self.render_mode = render_mode
        self.only_choices = only_choices
        seats = usual_seats(game) if seats is None else whole("seats", seats, 1)
        self.course = Course(
            game,
            seats,
            options,
            honour=honour,
            max_steps=max_steps,
            relative=relative,
            history=history,
        )
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        observed, actions = self.table.observed, self.table.actions
        self.observation_spaces = {
            agent: observation_space(observed, actions, self.course.heard.length)
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self.state_space = Box(0, 255, (seats * observed,), np.uint8)

    @property
    def table(self) -> Table:
        """The table itself, with the truth: `table.said(action)`, `table.position()`."""
        return self.course.table

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new deal; without a seed it goes on from the last one. `options` are the table's from now on."""
        if options and options != _PROBE:
            self.course.change(options)
        self.course.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._skip_what_is_forced()
        self._go_on()

    def _skip_what_is_forced(self) -> None:
        """Give single answers by itself, if only choices are asked."""
        while self.only_choices and len(answers := self.table.answers()) == 1 and not self.course.is_cut:
            self.course.answer(int(answers[0]))

    def state(self) -> npt.NDArray[np.uint8]:
        """What all seats together may know: their observations one after the other."""
        self._need_reset()
        return self.course.state()

    def observe(self, agent: str) -> Observation:
        self._need_reset()
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r} here: {', '.join(self.possible_agents)}")
        seat = self.possible_agents.index(agent)
        asked = seat == self.table.seat and not self.truncations.get(agent, True)
        return self.course.look(seat, asked=asked)

    def _need_reset(self) -> None:
        if not hasattr(self, "rewards"):
            raise ValueError("nothing is dealt yet: reset first")

    def step(self, action: int | None) -> None:
        self._need_reset()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is for seats whose game is over")
        self.course.answer(action)
        self._skip_what_is_forced()
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self.table.seat == NOBODY:
            self._end()
        else:
            self._go_on()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        self.agent_selection = self.possible_agents[self.table.seat]
        if self.course.is_cut:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()

    def _end(self) -> None:
        self.rewards = dict(zip(self.possible_agents, self.table.rewards().tolist(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """The truth, with all hands: for people who watch, not for agents."""
        match self.render_mode:
            case "ansi":
                return as_text(self.table)
            case "rgb_array":
                return as_picture(self.table)
            case "human":
                print(as_text(self.table))
        return None

    def close(self) -> None:
        """Nothing is held open."""
