from __future__ import annotations

import json
import urllib.parse
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Generic, Literal, TypeAlias, TypeVar

from ._pages import ListPage, all_results
from ._request import Sender
from ._schema import Query, ResourceMeta

Row = TypeVar("Row")
FileFormat: TypeAlias = Literal["csv", "ndjson", "parquet", "xlsx"]


class Resource(Generic[Row]):
    """
    One resource of the API. A row has the keys that ``fields`` of the query names; without ``fields``, those that
    the resource has for everyone. Every method raises ``CadastreError`` where the API answers with an error.
    """

    def __init__(self, sender: Sender, name: str) -> None:
        self._sender = sender
        self._name = name

    def list(self, query: Query | None = None) -> ListPage[Row]:
        """A page of rows."""
        return self._sender.json(self._name, {"query": query})

    def rows(self, query: Query | None = None) -> Iterator[Row]:
        """Every row, page after page: the next is fetched when the last row of one was taken."""
        return all_results(self.list, query)

    def get(self, id: str | int) -> Row:
        """One row, by id or slug. An error with the status 404 where there is none."""
        return self._sender.json(f"{self._name}/{urllib.parse.quote(str(id), safe='')}")

    def meta(self) -> ResourceMeta:
        """What can be asked: fields, metrics, operators, groupings, limits."""
        return self._sender.json(f"{self._name}/meta")

    def stream(self, query: Query | None = None) -> Iterator[Row]:
        """Every row as one stream, of one version of the data, without pages."""
        with self.file(query, "ndjson") as answer:
            for line in _lines(answer):
                yield json.loads(line)

    def file(self, query: Query | None, format: FileFormat) -> HTTPResponse:
        """Every row as a file, to be read as it comes; use it as a context manager."""
        return self._sender.open(self._name, {"query": query, "format": format})


def _lines(answer: HTTPResponse) -> Iterator[bytes]:
    """Lines as they come. An answer's own iterator ends at a broken connection as if all had been read."""
    rest = b""
    while part := answer.read1(1 << 16):
        *lines, rest = (rest + part).split(b"\n")
        yield from filter(None, lines)
    if rest:
        yield rest
