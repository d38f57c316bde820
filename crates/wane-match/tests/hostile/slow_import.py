"""Takes forever to be loaded."""

# verdict: time-out: 60 s
# slow: yes

import time

from base import Player

time.sleep(1000)


class AI(Player):
    pass
