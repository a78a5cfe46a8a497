"""A client's session at a table: reads its messages, tells what is new; a slow reader holds up nobody."""

import asyncio
from functools import partial
from itertools import count
from typing import Any, Final, Protocol

import msgspec

from igroteka.core import Refused, read_json
from igroteka.server.connection.limits import Bucket
from igroteka.server.connection.messages import (
    Answered,
    Ask,
    AskHint,
    Bye,
    ClientMessage,
    Complaint,
    Do,
    Hello,
    HintTold,
    NotPossible,
    Possible,
    Say,
    Why,
)
from igroteka.server.guests import GameBroke
from igroteka.server.logs import logger
from igroteka.server.metrics import Metrics
from igroteka.server.people import talk
from igroteka.server.people.intents import Rematch, Start, TableIntent
from igroteka.server.people.party import Party
from igroteka.server.table import tell
from igroteka.server.table.hints import tell_hint
from igroteka.server.table.room import Room
from igroteka.store import Conflict, StoreFailed

_json: Final = msgspec.json.Encoder().encode
_client: Final = msgspec.json.Decoder(ClientMessage)
_table_intent: Final[msgspec.json.Decoder[TableIntent]] = msgspec.json.Decoder(TableIntent)
_ids: Final = count(1)
_MOST_WAITING: Final = 64
_ANSWERS: Final = (Answered, NotPossible, Possible, HintTold)
"""What somebody waits for: it does not overflow."""
_LONGEST_ID: Final = 64
_PAGE: Final = 1024
"""Letters of a message that count for one: one with a family's own cards takes as long as many others."""
_A_START: Final = 19.0
"""Messages that a start counts for besides itself: with all options and the deal it is the longest row."""

_POLICY: Final = 1008
_FAULT: Final = 1011
_RESTART: Final = 1012


class Writer(Protocol):
    """The way to a client; writing to it never waits."""

    @property
    def is_ready(self) -> bool:
        """Whether the client reads as fast as it is written to."""
        ...

    def write(self, text: bytes) -> None: ...
    def hang_up(self, code: int, reason: str) -> None: ...


class Session:
    """What one client was told, and what waits to be sent to it.

    There is one slot for the latest view and one for the latest table, not a queue: whoever reads
    slowly skips what has been overtaken.
    """

    __slots__ = (
        "_again", "_bucket", "_coming", "_ended", "_game", "_heard", "_is_hearing", "_known", "_link",
        "_metrics", "_party", "_seat", "_seen", "_soon", "_table", "_waiting", "_writer", "born",
        "closing", "id", "is_screen", "room", "who",
    )  # fmt: skip

    def __init__(
        self,
        room: Room,
        who: str | None,
        link: str,
        writer: Writer,
        bucket: Bucket,
        metrics: Metrics,
        is_screen: bool = False,
    ) -> None:
        self.who = who
        self.is_screen = is_screen
        self.id = str(next(_ids))
        self.room = room
        self._link = link
        self._writer = writer
        self._bucket = bucket
        self._metrics = metrics
        self._soon = asyncio.get_running_loop().call_soon
        self._coming = False
        """Whether `flush` is about to be called."""
        self._table = False
        self._game = False
        self._party = room.party
        self._seat = self._party.seat_of(who)
        self._seen = None if room.match else room.number
        """Up to which number of the log its client knows the game; None where a whole view is due."""
        self._known = room.number
        """The last row that its client has caused over this connection, or was greeted with."""
        self._waiting: list[bytes] = []
        self.born = room.now()
        self.closing = ""
        """Why the connection is to be closed, once it is."""
        self._ended = False
        self._is_hearing = False
        """Whether a message is being answered; the next one waits."""
        self._heard: asyncio.Future[None] | None = None
        self._again: asyncio.Task[None] | None = None

    # Telling ----------------------------------------------------------------------------------------

    def poke(self, *, table: bool, game: bool) -> None:
        self._table |= table
        self._game |= game
        if not self.room.connected.is_holding:
            self._flush_soon()

    def push(self, message: Any) -> None:
        """Something that is not the latest of anything: an answer, a phrase. Phrases overflow."""
        if len(self._waiting) < _MOST_WAITING or isinstance(message, _ANSWERS):
            self._waiting.append(_json(message))
            if not self.room.connected.is_holding:
                self._flush_soon()

    @property
    def is_behind(self) -> bool:
        """So many answers wait to be read that no more questions are heard."""
        return len(self._waiting) >= _MOST_WAITING and not self._ended

    def dismiss(self, reason: str) -> None:
        self.closing = self.closing or reason
        self._flush_soon()

    def _flush_soon(self) -> None:
        """At the end of this step, so that an answer and the news that it made go in one frame.

        A table that holds back what it has to tell says itself when the two are complete.
        """
        if not self._coming:
            self._coming = True
            self._soon(self._flush_now, self._metrics.clock())

    def _flush_now(self, since: float) -> None:
        self._coming = False
        if self.flush():
            self._metrics.told(since)

    def flush(self) -> bool:
        """Write what waits, unless the client is slow: then it is called again when that has changed.

        Whether anything was written.
        """
        frame = b""
        if self._ended or not self._writer.is_ready:
            return False
        try:
            if frame := self._frame():
                self._writer.write(frame)
            if self.closing:
                self._end(_RESTART if self.closing == "server-stops" else _POLICY, self.closing)
        except GameBroke:
            self._end(_FAULT, "view-broke")
        except Exception as error:
            logger.error("fault in telling", exc_info=error)
            self._end(_FAULT, "server-error")
        return bool(frame)

    def _end(self, code: int, reason: str) -> None:
        self._ended = True
        self._writer.write(_json([Bye(reason)]))
        self._writer.hang_up(code, reason)

    def _frame(self) -> bytes:
        """All that waits, as one JSON list."""
        parts, self._waiting = self._waiting, []
        room, folded = self.room, self.room.folded
        if self._table:
            self._table = False
            parts.append(tell.table_told(room, self.who, self._link))
        if folded.party is not self._party:
            self._note_seat(folded.party)
        if self._game and folded.match is not None:
            self._game = False
            parts.append(tell.told(folded, self._seat, self._seen))
            self._seen = folded.game_number
        return b"".join((b"[", b",".join(parts), b"]")) if parts else b""

    def _note_seat(self, party: Party) -> None:
        """Whoever sits down or stands up in a running game sees it from another side: the view is due."""
        self._party, seat = party, party.seat_of(self.who)
        if seat != self._seat:
            self._seat, self._seen, self._game = seat, None, True

    # Hearing ----------------------------------------------------------------------------------------

    async def hear(self, frame: bytes | str, now: float, is_old: bool = False) -> None:
        """One message of the client, answered in order of arrival; after the good-bye, nothing.

        What may be old, because the server was frozen, is not decided: it may have been refused elsewhere
        since. Who is still there is asked to ask again.
        """
        if self._is_hearing:
            self._heard = asyncio.get_running_loop().create_future()
            await self._heard
        self._is_hearing = True
        try:
            await self._hear_next(frame, now, is_old)
        finally:
            self._is_hearing = False

    async def _hear_next(self, frame: bytes | str, now: float, is_old: bool) -> None:
        if self.closing:
            return
        if not self._bucket.take(now, 1 + len(frame) // _PAGE):
            self.push(Complaint(Refused("too-fast").told()))
            return
        try:
            message = read_message(frame)
        except Refused as refused:
            self.push(Complaint(refused.told()))
            return
        if is_old and isinstance(message, Ask | Do):
            self.push(NotPossible(message.id, Refused("one-moment").told()))
        else:
            await self._hear(message)

    def hear_at_once(self, frame: str, now: float) -> bool:
        """As `hear`, for an intent that waits for nothing but the disk, which most messages are.

        If it is anything else, or not possible, the answer is False, and nothing has happened.
        """
        if self._is_hearing or self.closing or self.who is None or len(self._waiting) >= _MOST_WAITING:
            return False
        if len(frame) >= _PAGE or not self._bucket.take(now):
            return False
        self._is_hearing = True  # before it is asked: the answer may come at once
        if self._is_asked_at_once(self.who, frame):
            return True
        self._is_hearing = False
        self._bucket.give_back()
        return False

    def _is_asked_at_once(self, who: str, frame: str) -> bool:
        try:
            asked = _client.decode(frame)
            if isinstance(asked, Ask) and _is_id(asked.id):
                seen = asked.number if asked.number > self._known else self._known
                return self.room.ask_at_once(who, asked, seen, partial(self._played, asked))
            if isinstance(asked, Do) and _is_id(asked.id):
                return self._is_done_at_once(who, asked, _read_intent(asked.intent))
        except Exception:  # `hear` comes upon the same, and says what it is
            return False
        return False

    def _is_done_at_once(self, who: str, asked: Do, intent: TableIntent) -> bool:
        if not self._bucket.take(self.room.monotonic(), _cost(intent)):
            return False
        if self.room.do_at_once(who, intent, asked.id, partial(self._played, asked)):
            return True
        self._bucket.give_back(_cost(intent))
        return False

    def _played(self, asked: Ask | Do, number: int, fault: Exception | None) -> None:
        """The intent that was asked at once is on disk, or something was in the way."""
        if isinstance(fault, Conflict):
            self._again = asyncio.get_running_loop().create_task(self._ask_again(asked))
            return
        if fault is None:
            self._known = number if number > self._known else self._known
            self._metrics.intents_accepted += 1
            self.push(Answered(asked.id, number))
        elif isinstance(fault, StoreFailed):
            self._refuse(asked, Refused("one-moment"))
        else:
            self._broke(fault)
        self._hear_on()

    async def _ask_again(self, asked: Ask | Do) -> None:
        """Somebody else was faster: look at what has happened, and decide anew."""
        try:
            await self._hear(asked)
        except Exception as fault:  # nobody waits for this task: it has to be said here
            self._broke(fault)
        finally:
            self._hear_on()

    def _broke(self, fault: Exception) -> None:
        logger.error("fault on a connection", exc_info=fault)
        self._end(_FAULT, "server-error")

    def _hear_on(self) -> None:
        """The message that waits is next: one that comes before it is resumed must not overtake it."""
        waiting, self._heard = self._heard, None
        self._is_hearing = False
        if waiting is not None and not waiting.done():  # whoever waited may have gone
            self._is_hearing = True
            waiting.set_result(None)

    async def _hear(self, message: ClientMessage) -> None:
        match message:
            case Ask(id) | Do(id) | Why(id) | AskHint(id):
                try:
                    if not _is_id(id):
                        raise Refused("bad-id", None, longest=_LONGEST_ID)
                    self.push(await self._answer(message))
                except Refused as refused:
                    self._refuse(message, refused)
            case Say():
                try:
                    await talk.say(self.room, self.who, message)
                except Refused as refused:
                    self.push(Complaint(refused.told()))
            case Hello():
                self.push(Complaint(Refused("hello-is-said").told()))

    async def _answer(self, message: Ask | Do | Why | AskHint) -> Any:
        if self.who is None:
            raise Refused("only-watching")
        match message:
            case Ask(id):
                number = await self.room.ask(self.who, message, max(message.number, self._known))
                self._known = max(number or 0, self._known)
            case Do(id, intent):
                number = await self.room.do(self.who, self._need_patience(_read_intent(intent)), id)
            case Why(id, intent):
                self.room.why(self.who, intent)
                return Possible(id)
            case AskHint(id):
                return await tell_hint(self.room, self.who, id)
        self._metrics.intents_accepted += 1
        return Answered(id, number)

    def _need_patience(self, intent: TableIntent) -> TableIntent:
        if not self._bucket.take(self.room.monotonic(), _cost(intent)):
            raise Refused("too-fast")
        return intent

    def _refuse(self, message: Ask | Do | Why | AskHint, refused: Refused) -> None:
        self._metrics.refused(refused.reason)
        self.push(self._refusal(message, refused))

    def _refusal(self, message: Ask | Do | Why | AskHint, refused: Refused) -> NotPossible:
        """A refusal of an intent that answers an older view is «too late», with what came in between.

        Who only watches is never late.
        """
        room = self.room
        if isinstance(message, Ask) and self.who is not None and message.number < room.folded.game_number:
            seat = room.party.seat_of(self.who)
            rows = tell.since(room.folded, seat, message.number) if room.match is not None else ()
            if rows is None or rows:
                late = Refused("too-late", refused.clause, why=refused.reason)
                return NotPossible(message.id, late.told(), rows or ())
        return NotPossible(message.id, refused.told())


def _is_id(id: str) -> bool:
    return 0 < len(id) <= _LONGEST_ID and "\0" not in id


def _cost(intent: TableIntent) -> float:
    return _A_START if isinstance(intent, Start | Rematch) else 0.0


def _read_intent(said: msgspec.Raw) -> TableIntent:
    """An intent about the table, or Refused."""
    try:
        return _table_intent.decode(said)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
        intent: TableIntent = read_json(said, TableIntent)  # says what is wrong with it
        return intent


def read_message(frame: bytes | str) -> ClientMessage:
    """The message in this frame, or Refused."""
    try:
        message: ClientMessage = _client.decode(frame)
    except msgspec.MsgspecError:
        message = read_json(frame, ClientMessage)  # says what is wrong with it
    except (UnicodeError, RecursionError, ValueError):
        raise Refused("not-json") from None
    return message
