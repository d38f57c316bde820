"""Ends Python while it is loaded."""

# verdict: crash: SystemExit

raise SystemExit("another program")
