#!/usr/bin/env python3
"""Makes DuckDB's extension of a shared library: the library, and behind it 534 bytes by which
DuckDB knows it (its documentation of extension metadata): the section's head, eight texts of 32
bytes, the last one first, and 256 bytes for a signature, which are zeros.

Usage: duckdb/footer.py LIBRARY EXTENSION VERSION PLATFORM [DUCKDB]
VERSION: the extension's. PLATFORM: as DuckDB names it, such as linux_amd64. DUCKDB: the one version
of DuckDB whose C++ interface the extension uses; without it, it uses the C interface.
"""

import sys
from pathlib import Path

API = "v1.2.0"  # of the C interface: the oldest that the extension needs
HEAD = b"\x00\x93\x04\x10duckdb_signature\x80\x04"


def footer(version, platform, duckdb=None):
    texts = ["", "", "", "CPP" if duckdb else "C_STRUCT", version, duckdb or API, platform, "4"]
    return HEAD + b"".join(text.encode().ljust(32, b"\0") for text in texts) + bytes(256)


def main():
    if len(sys.argv) not in (5, 6):
        sys.exit(__doc__)
    library, extension, *texts = sys.argv[1:]
    Path(extension).write_bytes(Path(library).read_bytes() + footer(*texts))


if __name__ == "__main__":
    main()
