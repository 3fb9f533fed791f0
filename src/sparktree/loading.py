"""Modules that are loaded when somebody asks for them."""

import gc
import importlib
from types import ModuleType


def load(name: str) -> ModuleType:
    """A module with all that it imports.

    A thousand modules leave no garbage while they load, and looking for it among what they
    declare takes a fifteenth of the time until the first answer.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        return importlib.import_module(name)
    finally:
        if was_on:
            gc.enable()
