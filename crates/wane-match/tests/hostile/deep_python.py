"""Is a text of Python that its compiler cannot read."""

# verdict: crash: SyntaxError

exec("(" * 10000 + ")" * 10000)
