"""All promises together."""

from igroteka.testing.again import RunsAreAlike
from igroteka.testing.answers import AnswersFit
from igroteka.testing.bots import BotsPlay
from igroteka.testing.clauses import ClausesAreCited
from igroteka.testing.fairness import GamesAreFair
from igroteka.testing.hints import MovesAreExplained
from igroteka.testing.lessons import LessonsTeach
from igroteka.testing.options import OptionsMatter
from igroteka.testing.rules import RulesHold
from igroteka.testing.scenarios import ScenariosPass
from igroteka.testing.secrets import SecretsAreKept
from igroteka.testing.texts import TextsAreComplete
from igroteka.testing.wire import WordsTravel


class Promises(
    BotsPlay,
    MovesAreExplained,
    LessonsTeach,
    RunsAreAlike,
    OptionsMatter,
    GamesAreFair,
    ScenariosPass,
    ClausesAreCited,
    TextsAreComplete,
    SecretsAreKept,
    WordsTravel,
    RulesHold,
    AnswersFit,
):
    """Subclass it as `class TestMyGame(Promises)` and set `game` to the name of your game.

    pytest runs what is named last here first: what everything else stands on.
    """
