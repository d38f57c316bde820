"""Has a class whose attributes raise exceptions, and that makes something else."""

# verdict: crash: class AI has no method go


class Evil(type):
    def __call__(cls, *arguments):
        return 7

    @property
    def __signature__(cls):
        raise KeyError("mine")


class AI(metaclass=Evil):
    pass
