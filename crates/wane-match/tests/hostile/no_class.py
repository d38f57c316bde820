"""Has no class AI."""

# verdict: crash: the file has no class AI
