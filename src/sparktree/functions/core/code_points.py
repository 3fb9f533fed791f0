"""Texts as arrays of code points."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.uint32]


def points_of(text: str) -> Points:
    """The code points of a text."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def text_of(points: Points) -> str:
    """The text of code points."""
    return points.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
