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
    """Every result, page after page: the next is fetched when the last result of one was taken."""
    wanted: Query = query if query is not None else {}
    pagination = wanted.get("pagination", {})
    page = pagination.get("page", 1)
    while True:
        asked = {**wanted, "pagination": {**pagination, "page": page}}
        answer = fetch(cast(Query, asked))
        yield from answer["results"]
        if page >= answer["pagination"]["pageCount"]:
            return
        page += 1
