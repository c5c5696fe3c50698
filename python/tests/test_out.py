"""Arrays that are given for the answers."""

import numpy as np
import pytest

import sepal

PAIRS = 40_000  # enough for two threads


@pytest.fixture
def random():
    return np.random.default_rng(11)


def asked_with_out(random):
    """Each question about pairs as a function of `out`, and a name for it."""
    a = sepal.Polys.from_boxes(*(4 * random.random((2, 50))), 1, 0.5, random.random(50))
    solids = sepal.Solids.from_boxes(3 * random.random((50, 3)), 1)
    pairs = random.integers(0, 50, (PAIRS, 2))
    questions = {name: getattr(a, name) for name in ("overlap", "contains", "mtv", "nearest", "contacts")}
    questions.update({f"solids {name}": getattr(solids, name) for name in ("overlap", "contains", "mtv", "nearest", "contacts")})
    asked = {name: lambda q=q, s=a, **more: q(s, pairs, **more) for name, q in questions.items() if not name.startswith("solids")}
    asked.update({name: lambda q=q, s=solids, **more: q(s, pairs, **more) for name, q in questions.items() if name.startswith("solids")})
    asked["common"] = lambda **more: a.common(a, pairs, **more)
    asked["common groups"] = lambda **more: a.common_groups(a, pairs // 2, np.arange(0, 51, 2), **more)
    asked["sweep"] = lambda **more: a.sweep(a, pairs, (1, 0.5), **more)
    asked["parts"] = lambda **more: a.deepest_groups(a, pairs // 2, np.arange(0, 51, 2), **more)
    asked["first"] = lambda **more: a.first_groups(a, pairs // 2, np.arange(0, 51, 2), None, (1, 0.5), **more)
    asked["groups"] = lambda **more: a.overlap_groups(a, pairs // 2, np.arange(0, 51, 2), **more)
    return asked


def arrays_of(answers):
    return answers if isinstance(answers, tuple) else (answers,)


@pytest.mark.parametrize("workers", [1, 3])
def test_answers_are_written_into_arrays_that_are_given(random, workers):
    for name, ask in asked_with_out(random).items():
        expected, out = ask(), ask()
        for array in arrays_of(out):
            array[...] = 1
        given = arrays_of(out)
        assert ask(out=out, workers=workers) is out, name
        for array, same, wanted in zip(arrays_of(out), given, arrays_of(expected), strict=True):
            assert array is same, name
            np.testing.assert_array_equal(array, wanted, name)


def test_arrays_for_answers_that_are_refused(random):
    for name, ask in asked_with_out(random).items():
        fits = arrays_of(ask())
        kind = type(ask())
        refused = [
            ask()[:-1] if len(fits) == 1 else kind(*(array[:-1] for array in fits)),
            fits[0].astype(np.float64) if len(fits) == 1 else kind(*(array.astype(np.float64) for array in fits)),
            np.zeros((2 * PAIRS, *fits[0].shape[1:]), fits[0].dtype)[::2]
            if len(fits) == 1
            else kind(*(np.repeat(array, 2, axis=0)[::2] for array in fits)),
            [1],
        ]
        for array in fits:
            array.flags.writeable = False
        refused.append(fits[0] if len(fits) == 1 else kind(*fits))
        for out in refused:
            with pytest.raises(ValueError, match=rf"out: what this question returned before is expected, for as many pairs \({PAIRS}\)"):
                ask(out=out)
                pytest.fail(name)
