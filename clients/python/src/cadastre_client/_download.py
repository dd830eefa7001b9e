"""Files of signed links, downloaded piece by piece."""

from __future__ import annotations

import hashlib
import os
import re
import time
import urllib.parse
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path

from ._error import CadastreError
from ._request import Sender, wait_for
from ._schema import ReadyDownload

PIECE_BYTES = 1 << 18


def download_to(sender: Sender, file: ReadyDownload, target: str | os.PathLike[str]) -> Path:
    """
    Writes a file of a signed link. What an earlier, broken download left beside ``target`` is taken up; ``target`` has
    the file only once it is whole and its checksum is right; what is left of other files is then removed.
    """
    path = Path(target)
    part = path.with_name(f"{path.name}.{file['sha256'][:16]}.part")
    for _ in range(2):
        with part.open("ab") as out:
            for piece in _rest(sender, file, out.tell()):
                out.write(piece)
        with part.open("rb") as written:
            if hashlib.file_digest(written, "sha256").hexdigest() == file["sha256"]:
                whole = part.replace(path)
                _remove_parts(path)
                return whole
        # What was there already was not of this file.
        part.unlink()
    raise OSError(f"The checksum of {path} is wrong.")


def _remove_parts(path: Path) -> None:
    """Removes what broken downloads of former files left beside a file."""
    left = re.compile(re.escape(path.name) + r"\.[0-9a-f]{16}\.part")
    for other in path.parent.iterdir():
        if left.fullmatch(other.name):
            other.unlink(missing_ok=True)


def _rest(sender: Sender, file: ReadyDownload, had: int) -> Iterator[bytes]:
    """The bytes from ``had`` on. Where the connection breaks, the rest is asked for."""
    tried = 0
    link = urllib.parse.urlsplit(file["url"])
    while had < file["bytes"]:
        try:
            headers = {"Range": f"bytes={had}-", "If-Range": f'"{file["sha256"]}"'}
            with sender.open_link(link.path + "?" + link.query, headers) as answer:
                if answer.status != 206:
                    raise CadastreError(answer.status, None)
                # A connection that closes early ends an answer of a stated length without an error.
                while piece := answer.read(PIECE_BYTES):
                    had += len(piece)
                    tried = 0
                    yield piece
            if had < file["bytes"]:
                raise ConnectionError("The connection closed before the end of the file.")
        except (OSError, HTTPException):
            if tried >= sender.retries:
                raise
            time.sleep(wait_for(None, tried))
            tried += 1
