# The last part of host.py: what an agent has and gives, read without trust in it.


def check_parameters(name, function, given):
    try:
        signature = inspect.signature(function)
    except NO_ROOM:
        raise
    except Exception:
        return
    try:
        signature.bind(*given)
    except TypeError:
        gives = "(%s)" % ", ".join(given)
        raise Wrong("parameters", of=name, takes=cut(str(signature)), gives=gives) from None


def last_of(candidates):
    """How many candidates there are, what the last of them is, and of which kind."""
    count = 0
    try:
        count = len(candidates)
        if count == 0:
            return 0, "none", "other"
        last = candidates[-1]
    except NO_ROOM:
        raise
    except Exception:
        return count, {"not-a-list": shown(candidates)}, "other"
    move = pair(last)
    if move is None:
        return count, {"not-a-move": shown(last)}, kind_of(last)
    return count, {"move": {"row": move[0], "column": move[1]}}, kind_of(last)


def pair(value):
    """Row and column, if it is a pair of whole numbers."""
    try:
        row, column = map(whole, value)
    except NO_ROOM:
        raise
    except Exception:
        return None
    return row, column


def kind_of(candidate):
    """What was appended, for advice about what is no pair of ints."""
    try:
        if candidate is None:
            return "nothing"
        if isinstance(candidate, (str, bytes)):
            return "text"
        if isinstance(candidate, numbers.Number):
            return "number"
        parts = list(itertools.islice(candidate, 3))
        if len(parts) != 2:
            return "length"
        if not all(isinstance(part, numbers.Number) for part in parts):
            return "other"
        return "ints" if all(isinstance(part, numbers.Integral) for part in parts) else "floats"
    except NO_ROOM:
        raise
    except Exception:
        return "other"


def first_candidates(agent):
    """The first candidates that are moves, for who wants to know more than the last of them."""
    moves = []
    try:
        candidates = list(itertools.islice(agent.candidate_list, MOST_LISTED))
    except NO_ROOM:
        raise
    except Exception:
        return moves
    for candidate in candidates:
        # If the last one is no pair, that is told; the others do not count.
        move = pair(candidate)
        if move is not None:
            moves.append(move)
    return moves


def is_same(board, other):
    try:
        return bool((board == other).all()) if hasattr(board, "all") else board == other
    except NO_ROOM:
        raise
    except Exception:
        return False


def whole(number):
    """The number as an int, if it is one: of Python, of numpy, or a float without a fraction."""
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    number = operator.index(number)
    if abs(number) > 10**9:
        raise ValueError("no square is there")
    return number


def shown(value):
    try:
        return cut(repr(value))
    except Exception:
        return "a " + name_of(value)


def describe(error):
    """The type and the text of an error, and what the system said if it came from there."""
    described = {"name": cut(name_of(error)), "text": text_of(error)}
    if isinstance(error, OSError):
        # Those of urllib have the error of the system behind them.
        for known in (error, error.__cause__, error.__context__):
            if isinstance(known, OSError) and type(known.errno) is int:
                described["errno"] = known.errno
                break
    return described


def in_one_line(error):
    return cut(name_of(error) + ": " + text_of(error))


def name_of(value):
    """The name of a type, even if a metaclass hides it."""
    return type.__dict__["__name__"].__get__(type(value))


def text_of(error):
    try:
        return cut(str(error))
    except Exception:
        return ""


def cut(text):
    text = as_text(" ".join(text[: 4 * LONGEST_TEXT].split()))
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "..."


def as_text(text):
    """The text without halves of characters, which the lines cannot have."""
    return text.encode("utf-8", "replace").decode()


if __name__ == "__main__":
    main()
