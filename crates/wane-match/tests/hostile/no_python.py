"""Is no text of Python."""
# verdict: crash: SyntaxError

class AI(: pass
