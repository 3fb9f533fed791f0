"""The SQL of the user guide, the README and the demo runs, and prints what these say."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

import sparktree
from sparktree.cli.demo import take_tour
from sparktree.cli.tour import STEPS
from sparktree.settings.config import Config, load_config

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "user_guide.md"
README = ROOT / "README.md"
_BLOCK = re.compile(r"```(sql|text)\n(.*?)\n```", re.DOTALL)
_XML = re.compile(r"```xml\n(<clickhouse>\n    <storage_configuration>.*?)\n```", re.DOTALL)
_SIZE = re.compile(r"[\d.]+ KiB")
_READ = re.compile(r"([\d,]+) of the 1,000,000 rows")


def _configuration(guide: str, folder: Path) -> Config:
    """The disks of the guide, in a folder; nothing moves for what others have on this machine."""
    (xml,) = _XML.findall(guide)
    file = folder / "config.xml"
    file.write_text(
        xml.replace("/mnt/", f"{folder}/").replace(">0.1</move_factor", ">0</move_factor")
    )
    return load_config(file)


def test_the_examples_of_the_user_guide(tmp_path: Path) -> None:
    guide = GUIDE.read_text("utf-8")
    printed = ""
    compared = 0
    with sparktree.connect(tmp_path / "data", config=_configuration(guide, tmp_path)) as engine:
        session = engine.session()
        for kind, content in _BLOCK.findall(guide):
            if kind == "sql":
                printed = session.query(content).text()
            else:
                assert printed.rstrip("\n") == content
                compared += 1
    assert compared >= 4


@pytest.mark.slow
def test_the_examples_of_the_readme(engine: sparktree.Engine) -> None:
    """Sizes of files depend a little on the versions of libraries: one in fifty is near enough."""
    text, compared = README.read_text("utf-8"), 0
    for kind, content in _BLOCK.findall(text):
        if kind == "sql":
            result = engine.query(content, format="PrettyCompact")
            continue
        printed = result.text().rstrip("\n")
        assert _SIZE.sub("KiB", printed) == _SIZE.sub("KiB", content)
        sizes, stated = (
            [float(s.split()[0]) for s in _SIZE.findall(t)] for t in (printed, content)
        )
        assert sizes == pytest.approx(stated, rel=0.02)
        compared += 1
    assert compared == 2
    (read,) = _READ.findall(text)
    assert result.statistics["rows_read"] == int(read.replace(",", ""))


@pytest.mark.slow
def test_the_demo_shows_what_its_text_says(engine: sparktree.Engine) -> None:
    shown = io.StringIO()
    take_tour(engine, Console(file=shown, width=200), 1_000_000)
    read = [
        int(n.replace(",", ""))
        for n in re.findall(r"([\d,]+) of 1,000,000 rows read", shown.getvalue())
    ]
    assert len(read) == sum(step.tells_reading for step in STEPS) == 4
    everything, month, site, both = read
    assert everything == 1_000_000
    assert month == 86_400
    assert site <= 2 * 8192 * 12  # a granule or two in each part
    assert both <= 2 * 8192


def test_the_page_on_how_to_add_things(tmp_path: Path) -> None:
    """In a process of its own, for what it declares stays declared."""
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tests.docs.how_to_add", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout.split("\n").count("one example")) == (0, 5), done.stderr
