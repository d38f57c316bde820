"""Types for annotations: what functions of the package take and return."""

from __future__ import annotations

import os
from typing import Any, Literal, SupportsIndex, Union

import numpy as np
from numpy.typing import NDArray

#: A name such as ``'f5'`` or ``'pass'``, a pair (row, column), or an action: row * size + column.
Move = Union[str, tuple[SupportsIndex, SupportsIndex], SupportsIndex]

#: The player with the fewest discs wins, or the one with the most.
Objective = Literal["fewest", "most"]

#: How certain a value is; of ``'outcome'`` only the sign is proved.
Certainty = Literal["heuristic", "outcome", "exact"]

#: The path of a file.
Path = Union[str, "os.PathLike[str]"]

#: Self-play records: an array of type ``wane.RECORD``.
Records = NDArray[np.void]

#: An array of whole numbers.
Integers = NDArray[np.integer[Any]]
