"""The documents speak of what is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_path_in_the_architecture_page_exists() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    missing = []
    for name in re.findall(r"`([\w./]+\.(?:py|toml)|[\w/]+/)`", text):
        places = (ROOT / name, ROOT / "src" / "sparktree" / name)
        if not any(place.exists() for place in places):
            missing.append(name)
    assert not missing


def test_every_room_is_described() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    package = ROOT / "src" / "sparktree"
    rooms = [p.name for p in package.iterdir() if p.is_dir() and (p / "__init__.py").exists()]
    assert [room for room in rooms if f"`{room}" not in text] == []
