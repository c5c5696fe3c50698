"""Functions as users call them: under the names that they know, and with errors that lead to the call and not into this package."""

from __future__ import annotations

import sys
from functools import update_wrapper
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FrameType, FunctionType
from typing import Any

_PACKAGE = __name__.partition(".")[0]


def is_own(frame: FrameType) -> bool:
    """Is it a frame of this package?"""
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] == _PACKAGE


def _shown(error: Exception) -> Exception:
    """The error with what its traceback has behind the last frame of this package, which is code that the package was given or calls.
    `python -X dev` keeps all of the traceback."""
    if sys.flags.dev_mode:
        return error
    rest = each = error.__traceback__
    while each is not None:
        if is_own(each.tb_frame):
            rest = each.tb_next
        each = each.tb_next
    return error.with_traceback(rest)


# A function of the same arguments around each one that users call: *args and **named would add about twice as much to a call. There is no
# file of this name, so a traceback shows the name of the function, and no line of this template.
_TEMPLATE = """def {name}({taken}):
    try:
        return _function({given})
    except Exception as error:
        raise _shown(error)
"""


def public(function: FunctionType, kind: str = "") -> FunctionType:
    """What users call instead of the function. kind: of which class it is a method."""
    code = function.__code__
    names = iter(code.co_varnames)
    taken = given = [next(names) for _ in range(code.co_argcount)]
    named = [next(names) for _ in range(code.co_kwonlyargcount)]
    rest = ["*" + next(names)] if code.co_flags & CO_VARARGS else []
    others = ["**" + next(names)] if code.co_flags & CO_VARKEYWORDS else []
    taken = [*taken, *(rest or (["*"] if named else [])), *named, *others]
    given = [*given, *rest, *(f"{name}={name}" for name in named), *others]
    text = _TEMPLATE.format(name=function.__name__, taken=", ".join(taken), given=", ".join(given))
    scope: dict[str, Any] = {"__name__": _PACKAGE, "_function": function, "_shown": _shown}
    exec(compile(text, f"<{_PACKAGE}>", "exec"), scope)
    made: FunctionType = scope[function.__name__]
    update_wrapper(made, function)
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    made.__module__, made.__qualname__ = _PACKAGE, f"{kind}.{function.__name__}" if kind else function.__name__
    return made


def make_public(kind: type) -> None:
    """Gives a class that users know its methods and those of its parts, which users do not know, as their functions."""
    done = set()
    for part in kind.__mro__:
        for name, method in list(vars(part).items()) if part.__module__.partition(".")[0] == _PACKAGE else []:
            made = isinstance(method, classmethod)
            function = method.__func__ if made else method
            if name in done or not isinstance(function, FunctionType) or (name[0] == "_" and name not in ("__init__", "__getitem__")):
                continue
            done.add(name)
            own = public(function, kind.__name__)
            setattr(kind, name, classmethod(own) if made else own)
