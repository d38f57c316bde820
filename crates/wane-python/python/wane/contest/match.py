"""Games between contest classes in this process, by the referee of ``wane match``."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Callable, Union

from numpy.typing import ArrayLike

from .._wane import BLACK, WHITE, Board, Game, Player, referee
from .host import agents
from .player import pair

#: A class of the contest, a name of :class:`wane.Player`, or the path of a recipe.
Contestant = Union[Callable[[int, int, float], Any], str, int, "os.PathLike[str]"]


@dataclass(frozen=True)
class Fault:
    """What a player did wrong, so that it has lost the game whatever the board says."""

    #: ``wane.BLACK`` or ``wane.WHITE``.
    side: int
    #: 'illegal', 'crash', 'time-out' or 'output'.
    kind: str
    #: What happened, for the author.
    text: str
    #: What the player raised, if anything.
    exception: BaseException | None = None


@dataclass(frozen=True)
class ContestGame:
    """A game of a match."""

    #: The moves and the result.
    game: Game
    #: The side of the first player.
    side: int
    #: The side that has won, 0 for a draw.
    winner: int
    fault: Fault | None
    #: Remarks about a side, such as that it was interrupted.
    remarks: list[tuple[int, str]]

    @property
    def points(self) -> float:
        """The points of the first player: 1 for a win, 0.5 for a draw, 0 for a loss."""
        return 0.5 if self.winner == 0 else float(self.winner == self.side)


@dataclass(frozen=True)
class ContestMatch:
    """Games between two players."""

    names: tuple[str, str]
    games: list[ContestGame]

    @property
    def points(self) -> float:
        """The points of the first player."""
        return sum(game.points for game in self.games)

    def __str__(self) -> str:
        points = [game.points for game in self.games]
        wins, draws, losses = (points.count(value) for value in (1.0, 0.5, 0.0))
        lines = [f"{self.names[0]} against {self.names[1]}: {wins} won, {draws} drawn, {losses} lost"]
        for number, game in enumerate(self.games, 1):
            if game.fault is not None:
                name = self.names[game.fault.side != game.side]
                lines.append(f"game {number}: {name} loses by {game.fault.kind}: {game.fault.text}")
        return "\n".join(lines)


def play(
    first: Contestant,
    second: Contestant,
    *,
    games: int = 2,
    size: int = 8,
    seconds: float = 5.0,
    game_seconds: float = 180.0,
    start: Board | None = None,
) -> ContestMatch:
    """Plays games between two players, who have Black in turn, by the rules and the clock of the contest.

    A player is a class of the contest, a name of ``wane.Player``, or the path of a recipe. Classes run in this
    process and are trusted: they can print, and memory is not limited. For files of strangers there is the sandbox of
    ``wane match``. A player that breaks a rule loses the game, and the game says why. It needs a main thread, whose
    alarm it uses, on Linux or macOS.

    >>> from wane.contest import AI, play
    >>> play(AI, 'greedy', games=1, seconds=0.05, size=6).points
    1.0
    """
    players = [contestant(it, seconds) for it in (first, second)]
    names = (name_of(first), name_of(second))
    board = Board(size) if start is None else start
    played = []
    for number in range(games):
        side = BLACK if number % 2 == 0 else WHITE
        order = players if side == BLACK else players[::-1]
        with agents(*order) as hosts:
            in_order = names if side == BLACK else names[::-1]
            game, fault, remarks = referee(hosts[0], hosts[1], in_order, board, seconds, game_seconds)
        found = None
        if fault is not None:
            found = Fault(*fault, exception=hosts[0 if fault[0] == BLACK else 1].exception)
        played.append(ContestGame(game, side, game.winner or 0, found, remarks))
    return ContestMatch(names, played)


def contestant(player: Contestant, seconds: float) -> Callable[[int, int, float], Any]:
    """A class for a player of any kind."""
    if callable(player):
        return player
    name = player

    class Named:
        """A player by name as a class of the contest."""

        def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
            self.color = color
            self.candidate_list: list[tuple[int, int]] = []
            # It ends before the referee interrupts it.
            self.player = Player(name, seconds=max(0.001, 0.9 * seconds - 0.05))

        def go(self, chessboard: ArrayLike) -> None:
            self.candidate_list.clear()
            board = Board.from_array(chessboard, self.color)
            self.candidate_list += board.legal_pairs()
            if self.candidate_list:
                self.candidate_list.append(pair(self.player(board)))

    return Named


def name_of(player: Contestant) -> str:
    """The name of a player in the records."""
    if isinstance(player, (str, int, os.PathLike)):
        return os.fspath(player) if isinstance(player, os.PathLike) else str(player)
    return getattr(player, "__name__", type(player).__name__)
