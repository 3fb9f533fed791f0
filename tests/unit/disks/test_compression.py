"""Every method of compression: there and back, in pieces; damage is an error of the user's data."""

import io
import random

import pytest

from sparktree.disks.compression import compressed, decompressed, method_of
from sparktree.errors import Code, Error

METHODS = ["none", "gzip", "deflate", "br", "xz", "zstd", "lz4", "bz2", "snappy"]
DATA = random.Random(1).randbytes(1000) * 3000


class Kept(io.BytesIO):
    """Bytes that can be looked at after the stream was closed."""

    content = b""

    def close(self) -> None:
        self.content = self.getvalue() if not self.closed else self.content
        super().close()


def packed(method: str) -> bytes:
    out = Kept()
    stream = compressed(out, method)
    stream.write(DATA[:100])
    stream.write(DATA[100:])
    stream.close()
    return out.content or out.getvalue()


@pytest.mark.parametrize("method", METHODS)
def test_there_and_back_in_pieces(method: str) -> None:
    stream = decompressed(io.BytesIO(packed(method)), method)
    pieces = []
    while piece := stream.read(1 << 18):
        pieces.append(piece)
    assert b"".join(pieces) == DATA
    if method != "none":
        least = 10 if method == "snappy" else 20  # it repeats 64 bytes at a time at most
        assert len(packed(method)) < len(DATA) / least


# As ClickHouse calls it; it does not read bz2 as a compression of files.
DAMAGED = {
    "gzip": Code.ZLIB_INFLATE_FAILED,
    "deflate": Code.ZLIB_INFLATE_FAILED,
    "br": Code.BROTLI_READ_FAILED,
    "xz": Code.LZMA_STREAM_DECODER_FAILED,
    "zstd": Code.ZSTD_DECODER_FAILED,
    "lz4": Code.LZ4_DECODER_FAILED,
    "bz2": Code.BZIP2_STREAM_DECODER_FAILED,
    "snappy": Code.SNAPPY_UNCOMPRESS_FAILED,
}


@pytest.mark.parametrize("method", METHODS[1:])
def test_damage_is_told(method: str) -> None:
    with pytest.raises(Error) as caught:
        decompressed(io.BytesIO(b"this is no compressed data at all"), method).read(100)
    assert caught.value.code == DAMAGED[method]


def test_methods_go_by_the_ending_unless_named() -> None:
    assert method_of("a.csv.gz", None) == "gzip"
    assert method_of("a.CSV.ZST", "auto") == "zstd"
    assert method_of("a.csv", None) == "none"
    assert method_of("a.csv.gz", "none") == "none"
    assert method_of("a", "brotli") == "br"
    assert method_of("a.tsv.snappy", None) == "snappy"
    with pytest.raises(Error, match="Unknown compression method 'nope'"):
        method_of("a", "nope")


def test_a_frame_of_snappy_as_clickhouse_writes_it() -> None:
    frame = b"\0\0\0\6\0\0\0\x08\6\x140\n1\n2\n"
    assert decompressed(io.BytesIO(frame * 2), "snappy").read() == b"0\n1\n2\n" * 2
    for damaged in (frame[:3], frame[:9], frame[:-1], b"\0\0\0\5" + frame[4:]):
        with pytest.raises(Error) as caught:
            decompressed(io.BytesIO(damaged), "snappy").read()
        assert caught.value.code == Code.SNAPPY_UNCOMPRESS_FAILED
