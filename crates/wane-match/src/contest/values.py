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
    """How many candidates there are, and what the last of them is."""
    count = 0
    try:
        count = len(candidates)
        if count == 0:
            return 0, "none"
        last = candidates[-1]
    except NO_ROOM:
        raise
    except Exception:
        return count, {"not-a-list": shown(candidates)}
    try:
        row, column = map(whole, last)
    except NO_ROOM:
        raise
    except Exception:
        return count, {"not-a-move": shown(last)}
    return count, {"move": {"row": row, "column": column}}


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
        try:
            row, column = map(whole, candidate)
            moves.append((row, column))
        except NO_ROOM:
            raise
        except Exception:
            # If it is the last one, that is told; the others do not count.
            pass
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
    if isinstance(error, OSError) and type(error.errno) is int:
        described["errno"] = error.errno
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
