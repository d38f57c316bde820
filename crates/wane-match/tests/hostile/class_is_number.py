"""Has a number in place of the class."""

# verdict: crash: the file has no class AI

AI = 7
