"""Hashes, checksums and ciphers."""

from sparktree.functions.hashes import (
    any_values,
    checksums,
    digests,
    encryption,
    iceberg,
    shingle_hashes,
    sip_hashes,
    uniq_sample,
)

__all__ = [
    "any_values",
    "checksums",
    "digests",
    "encryption",
    "iceberg",
    "shingle_hashes",
    "sip_hashes",
    "uniq_sample",
]
