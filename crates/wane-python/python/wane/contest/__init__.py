"""The contest: a class ``AI`` that plays in it, and its referee for your own class.

The contest calls ``AI(chessboard_size, color, time_out)`` and then ``go(chessboard)`` for each move. The board is an
array of -1 (black), 1 (white) and 0 (empty). The last element of ``candidate_list`` is the move, also if ``go`` is
interrupted at its limit. A move may take 5 seconds and a game 180.

>>> from wane.contest import AI, play
>>> import wane
>>> ai = AI(8, wane.BLACK, 0.1)
>>> ai.go(wane.Board().to_array())
>>> ai.candidate_list[-1] in wane.Board().legal_pairs()
True

``play`` is the referee for a class of your own.

>>> class First:
...     def __init__(self, chessboard_size, color, time_out):
...         self.color = color
...         self.candidate_list = []
...     def go(self, chessboard):
...         self.candidate_list = wane.Board.from_array(chessboard, self.color).legal_pairs()
>>> match = play(First, 'random', games=2, seconds=1)
>>> len(match.games), [game.fault for game in match.games]
(2, [None, None])
"""

from .match import ContestGame, ContestMatch, Fault, play
from .player import AI

__all__ = ["AI", "ContestGame", "ContestMatch", "Fault", "play"]
