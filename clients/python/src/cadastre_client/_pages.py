"""Pages of answers, and the iterators over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar, cast

from ._schema import AggregatedPage, AggregateRow, Page, Query, Series

Row = TypeVar("Row")


class ListPage(Page, Generic[Row]):
    """A page of rows."""

    results: list[Row]


class TotalsPage(AggregatedPage):
    """A page of totals."""

    results: list[AggregateRow]


class SeriesPage(AggregatedPage):
    """A page of series."""

    results: list[Series]


def all_results(fetch: Callable[[Query], Any], query: Query | None) -> Iterator[Any]:
    """Every result, page after page: the next is fetched when the last result of one was taken.

    Where a resource has cursors, they lead on: rows that come meanwhile are neither missed nor repeated.
    """
    wanted: Query = query if query is not None else {}
    places = ("page", "after", "before")
    pagination = wanted.get("pagination", {})
    size = {name: value for name, value in pagination.items() if name not in places}
    place: dict[str, Any] = {name: pagination[name] for name in places if name in pagination}
    page = pagination.get("page", 1)
    while True:
        asked = {**wanted, "pagination": {**size, **(place or {"page": page})}}
        answer = fetch(cast(Query, asked))
        yield from answer["results"]
        told = answer["pagination"]
        if told["next"] is None if "next" in told else page >= told["pageCount"]:
            return
        page += 1
        place = {"after": told["next"]} if "next" in told else {"page": page}
