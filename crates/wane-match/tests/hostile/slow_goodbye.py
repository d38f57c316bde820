"""Takes forever to be deleted, when the second game begins."""

# verdict: time-out: making an AI took more than 20 s
# first: none
# slow: yes

import time

from base import Player


class AI(Player):
    def __del__(self):
        time.sleep(60)
