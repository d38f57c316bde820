"""Reversed Reversi: rules, engine, exact solver, agents, and what training needs.

>>> import wane
>>> board = wane.Board()
>>> engine = wane.Engine(hash_mb=1)
>>> report = engine.analyse(board, depth=6)
>>> report.best in board.legal_moves()
True
"""

from . import types
from ._wane import (
    BLACK,
    WHITE,
    Accuracy,
    Analysis,
    Board,
    BoardBatch,
    Engine,
    Game,
    IllegalMove,
    Line,
    MoveReview,
    Player,
    Report,
    Review,
    Solution,
    Weights,
    evaluate,
    evaluate_batch,
    read_games,
    review,
    solve,
)
from ._wane import (
    VERSION as __version__,
)
from .records import RECORD, read_records, write_records

__all__ = [
    "BLACK",
    "RECORD",
    "WHITE",
    "Accuracy",
    "Analysis",
    "Board",
    "BoardBatch",
    "Engine",
    "Game",
    "IllegalMove",
    "Line",
    "MoveReview",
    "Player",
    "Report",
    "Review",
    "Solution",
    "Weights",
    "__version__",
    "evaluate",
    "evaluate_batch",
    "read_games",
    "read_records",
    "review",
    "solve",
    "types",
    "write_records",
]
