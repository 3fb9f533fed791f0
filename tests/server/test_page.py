"""The page for browsers: what is served, under which rules, and what the bundle is made of."""

import gzip
import hashlib
import re
from pathlib import Path

from tests.server.asking import Asking

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "src/sparktree/server/page"
WEB = ROOT / "web"
MOST = 400 * 1024  # bytes, compressed, of everything that is loaded first


def test_the_page_lets_nothing_in_from_elsewhere(http: Asking) -> None:
    first, second = http.request("GET", "/play"), http.request("GET", "/play")
    assert first.status == 200
    rules = first.headers["content-security-policy"]
    assert "default-src 'none'" in rules and "script-src 'self';" in rules
    assert "unsafe-eval" not in rules and "frame-ancestors 'none'" in rules
    nonce = re.search(r"'nonce-([^']+)'", rules)
    assert nonce is not None and f'content="{nonce[1]}"' in first.text
    assert nonce[1] not in second.text  # a new one with every answer
    assert not re.findall(r"https?://", first.text)


def test_files_of_the_page_are_compressed_and_asked_for_once(http: Asking) -> None:
    names = re.findall(r'(?:src|href)="(page/[^"]+)"', http.request("GET", "/play").text)
    assert sorted(names) == ["page/app.css", "page/app.js"]
    size = 0
    for name in names:
        plain = http.request("GET", f"/{name}")
        zipped = http.request("GET", f"/{name}", headers={"Accept-Encoding": "gzip, br"})
        assert zipped.headers["content-encoding"] == "gzip"
        assert gzip.decompress(zipped.body) == plain.body
        assert plain.headers["x-content-type-options"] == "nosniff"
        size += len(zipped.body)
        again = http.request("GET", f"/{name}", headers={"If-None-Match": plain.headers["etag"]})
        assert (again.status, again.body) == (304, b"")
    assert size < MOST


def test_the_address_alone_is_the_page_for_browsers_only(http: Asking) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
    found = http.request("GET", "/", headers=browser)
    assert (found.status, found.headers["location"]) == (302, "play")
    assert http.request("GET", "/", headers={"Accept": "*/*"}).text == "Ok.\n"
    assert http.request("GET", "/?query=SELECT+1", headers=browser).text == "1\n"
    assert http.request("GET", "/page/../routing.py").status == 404
    assert http.request("GET", "/page/index.html").status == 404


def test_the_bundle_is_made_of_the_sources() -> None:
    """`make page` makes it anew; nothing else changes it."""
    sources = sorted(path for path in (WEB / "src").rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in (*_in_order(sources), WEB / "package-lock.json", WEB / "build.mjs"):
        digest.update(f"/{path.relative_to(WEB)}".encode() + b"\0" + path.read_bytes() + b"\0")
    assert (BUILT / "sources.sha256").read_text().strip() == digest.hexdigest(), "run `make page`"


def _in_order(paths: list[Path]) -> list[Path]:
    """As the build goes through folders: names of one folder by their letters."""
    return sorted(paths, key=lambda path: path.relative_to(WEB).parts)


def test_licences_of_all_that_is_bundled_are_there(http: Asking) -> None:
    text = http.request("GET", "/page/LICENSES.txt").text
    for name in ("preact", "uplot", "codemirror", "@codemirror/lang-sql", "@tanstack/virtual-core"):
        assert re.search(rf"^{re.escape(name)} \d", text, re.MULTILINE)
