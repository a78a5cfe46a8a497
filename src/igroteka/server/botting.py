"""Bots at a live table: they see views, think off the event loop, take their time and leave people theirs."""

import asyncio
from typing import Any

from igroteka.bots import DEFAULT, Bot, make
from igroteka.bots.levels import is_known
from igroteka.core import Refused, Seat, Seeded
from igroteka.server.room import Room
from igroteka.server.settings import Settings
from igroteka.table import Match


class Botting:
    """Moves the bots of one table, one at a time; mutable because it knows since when windows are open."""

    def __init__(self, room: Room, settings: Settings, seed: bytes) -> None:
        self._room = room
        self._settings = settings
        self._chance = Seeded(seed)
        self._bots: dict[tuple[Seat, str], Bot] = {}
        self._windows: dict[tuple[Seat, Any], float] = {}
        self._task: asyncio.Task[None] | None = None
        self._again = False
        room.changed = self.look

    def look(self) -> None:
        """Something has changed: if a bot sits here, see whether it is for it to move."""
        room = self._room
        if not room.playing or not any(chair.bot for chair in room.party.chairs):
            return
        self._note_windows()
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """As long as things change, give every bot that has something to do a chance to do it."""
        while self._again and self._room.playing and not self._room.deleted:
            self._again = False
            if self._room.party.paused:
                return
            if any(self._offers(seat) for seat in self._bot_seats()):
                await asyncio.sleep(self._settings.bot_pace)
                await self._one_round()

    async def _one_round(self) -> None:
        """Off-turn bots first, in a random order, then the bot on turn; the first that acts ends it."""
        room, match = self._room, self._room.match
        assert match is not None
        at, on_turn = room.number, match.game.turn(match.state)
        seats = [seat for seat in self._bot_seats() if self._offers(seat)]
        waiting = [seat for seat in seats if seat != on_turn]
        may_wait = on_turn is not None and bool(match.legal(on_turn))
        for seat in (*self._chance.shuffled(waiting), *(s for s in seats if s == on_turn)):
            offers = self._offers(seat)
            intent = await self._think(match, seat, offers, may_wait and seat != on_turn)
            if room.number != at:
                self._again = True
                return
            if intent is not None:
                await self._act(match, seat, intent, at)
                return

    async def _think(self, match: Match, seat: Seat, offers: tuple[Any, ...], may_wait: bool) -> Any | None:
        said = self._room.party.chairs[seat].bot
        level = said if said and is_known(said) else DEFAULT  # a bot of its own that this server has no more
        bot = self._bots.get((seat, level)) or make(level)
        self._bots[seat, level] = bot
        return await asyncio.to_thread(bot.choose, match.view(seat), offers, may_wait, self._chance)

    async def _act(self, match: Match, seat: Seat, intent: Any, at: int) -> None:
        wait = self._patience_left(match, seat, intent)
        if wait > 0:
            await asyncio.sleep(min(wait, 0.25))
            self._again = True
            return
        try:
            acted = await self._room.ask_for_bot(seat, intent, at)
            self._again = self._again or not acted  # read only now: a change may have set it meanwhile
        except Refused:
            await asyncio.sleep(1.0)  # the store asks for a moment
            self._again = True

    def _bot_seats(self) -> list[Seat]:
        return [seat for seat, chair in enumerate(self._room.party.chairs) if chair.bot]

    def _offers(self, seat: Seat) -> tuple[Any, ...]:
        match = self._room.match
        if match is None:
            return ()
        return tuple(offer for offer in match.legal(seat) if not isinstance(offer, match.game.HONOUR))

    # Windows ----------------------------------------------------------------------------------------

    def _open_windows(self, state: Any) -> set[tuple[Seat, Any]]:
        """What people could forget to do out of turn: public knowledge, so that waiting tells nothing."""
        match = self._room.match
        assert match is not None
        people = [seat for seat, chair in enumerate(self._room.party.chairs) if not chair.bot]
        return {
            (seat, offer)
            for seat in people
            for offer in match.game.legal(state, seat)
            if isinstance(offer, match.game.WINDOWS)
        }

    def _note_windows(self) -> None:
        match, now = self._room.match, self._room.now()
        assert match is not None
        self._windows = {key: self._windows.get(key, now) for key in self._open_windows(match.state)}

    def _patience_left(self, match: Match, seat: Seat, intent: Any) -> float:
        """How long the bot still has to wait, because its move would close a person's window."""
        if not self._windows:
            return 0.0
        closed = set(self._windows) - self._open_windows(match.after(match.decide(seat, intent)))
        now, waits = self._room.now(), [0.0]
        for owner, offer in closed:
            own = self._room.party.chairs[owner].patience
            patience = self._settings.bot_patience if own is None else own
            waits.append(self._windows[owner, offer] + patience - now)
        return max(waits)
