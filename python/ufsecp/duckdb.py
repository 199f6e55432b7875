"""SQL functions for DuckDB: ``ufsecp.duckdb.register(con)`` loads the extension that the wheel
holds. duckdb/README.md has the functions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def extension_path() -> Path:
    """The file of the extension: UFSECP_DUCKDB_EXTENSION, or the wheel's. Raises FileNotFoundError
    if there is none."""
    override = os.environ.get("UFSECP_DUCKDB_EXTENSION")
    path = Path(override) if override else Path(__file__).parent / "ufsecp.duckdb_extension"
    if not path.exists():
        raise FileNotFoundError(
            f"there is no {path}: build the extension (duckdb/README.md), and set "
            "UFSECP_DUCKDB_EXTENSION to its file"
        )
    return path


def register(connection: Any) -> None:
    """Loads the functions into the database of a connection of the package duckdb.

    The extension is not signed by DuckDB: the connection must be made with
    ``config={"allow_unsigned_extensions": "true"}``, else duckdb raises its error.
    """
    connection.load_extension(str(extension_path()))
