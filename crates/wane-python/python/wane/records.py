"""Self-play records as numpy arrays: the positions of games with their labels, 24 bytes each."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._wane import check_records
from .types import Path, Records

#: The fields of a record. Value and score are good for the side to move if they are positive.
RECORD: np.dtype[Any] = np.dtype(
    [
        # The discs of the side to move and of the other side; bit row * 8 + column is a square.
        ("own", "<u8"),
        ("opp", "<u8"),
        # What the search found, in 1/128 disc, and how the game ended, in discs.
        ("value", "<i2"),
        ("score", "i1"),
        # The number of discs, and the square that was played.
        ("discs", "u1"),
        ("best", "u1"),
        # 1: the score is proved; 2: the most discs win.
        ("flags", "u1"),
        # The number of the game, its low 16 bits.
        ("game", "<u2"),
    ]
)


def read_records(path: Path) -> Records:
    """Reads a file of records, as ``wane selfplay`` writes it.

    >>> import tempfile, numpy as np, wane
    >>> board = wane.Board()
    >>> record = np.array([(board.black, board.white, 0, 0, 4, 19, 0, 1)], dtype=wane.RECORD)
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     wane.write_records(file.name, record)
    ...     bool((wane.read_records(file.name) == record).all())
    True
    """
    with open(path, "rb") as file:
        content = file.read()
    check_records(content)
    return np.frombuffer(content, dtype=RECORD).copy()


def write_records(path: Path, records: Records) -> None:
    """Writes records to a file, which ``wane train`` reads. A record that no game can have is refused."""
    if records.dtype != RECORD:
        raise ValueError(f"records have the type wane.RECORD, and not {records.dtype}")
    content = records.tobytes()
    check_records(content)
    with open(path, "wb") as file:
        file.write(content)
