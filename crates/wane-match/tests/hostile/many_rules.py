"""Makes sets of rules for ports in the kernel, each as large as can be."""

# verdict: crash: Operation not permitted

import struct

from base import Player
from kernel import call

NET, PORT, CONNECT = struct.pack("QQ", 0, 2), 2, 2


class AI(Player):
    def go(self, chessboard):
        for _ in range(40):
            rules = call("landlock_create_ruleset", NET, len(NET), 0)
            for port in range(1 << 16):
                call("landlock_add_rule", rules, PORT, struct.pack("QQ", CONNECT, port), 0)
        raise RuntimeError("there are two million rules")
