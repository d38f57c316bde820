"""Leaves a message for its next process, in every place that it may write to."""

# verdict: none

import os
import tempfile

from base import Player

PLACES = [os.path.join(folder, "message") for folder in (tempfile.gettempdir(), "/dev/shm")]

if any(os.path.exists(place) for place in PLACES):
    raise RuntimeError("it has a message of another process")
for place in PLACES:
    with open(place, "w") as file:
        file.write("a secret")


class AI(Player):
    pass
