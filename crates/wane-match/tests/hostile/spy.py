#!/usr/bin/python3
"""Reads the files beside it, among which its opponent could be."""

# verdict: crash: FileNotFoundError
# speaks: ugi

import os
import sys

for line in sys.stdin:
    if line.startswith("isready"):
        print("readyok", flush=True)
    elif line.startswith("go"):
        with open(os.path.join(os.path.dirname(__file__), "honest.py")) as file:
            raise RuntimeError("it reads " + file.readline())
