# The second part of host.py: what an agent has and gives, read without trust in it.


def check_parameters(name, function, given):
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*given)
    except TypeError:
        given = ", ".join(given)
        raise Wrong("%s takes %s, the contest gives (%s)" % (name, signature, given)) from None


def last_candidate(agent):
    """How many candidates there are, and what the last of them is."""
    try:
        candidates = agent.candidate_list
    except NO_ROOM:
        raise
    except Exception as error:
        return 0, {"bad": "no candidate_list: " + in_one_line(error)}
    count = 0
    try:
        count = len(candidates)
        if count == 0:
            return 0, "none"
        last = candidates[-1]
    except NO_ROOM:
        raise
    except Exception:
        return count, {"bad": "candidate_list is " + shown(candidates)}
    try:
        row, column = map(whole, last)
    except NO_ROOM:
        raise
    except Exception:
        return count, {"bad": shown(last)}
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
        return "a " + type(value).__name__


def in_one_line(error):
    try:
        text = str(error)
    except Exception:
        text = ""
    name = type(error).__name__
    return cut(name + ": " + text if text else name)


def cut(text):
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "..."


main()
