from __future__ import annotations

import os
import time
import urllib.request
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from ._download import download_to
from ._pages import SeriesPage, TotalsPage, all_results
from ._request import Sender
from ._resource import FileFormat
from ._resources import Resources
from ._schema import (
    SERIES_OF_PATHS,
    TOTALLED_PATHS,
    Download,
    Explanation,
    FilePath,
    MarketStatus,
    Query,
    ReadyDownload,
    Series,
    SeriesOf,
    Totalled,
)


class Cadastre(Resources):
    """
    The data API of an installation. Each resource is an attribute::

        cadastre = Cadastre("https://data.example.com", os.environ["KEY"])
        for asset in cadastre.assets.rows({"fields": ["name", "bridged_token_value_dollar"]}):
            print(asset["name"], asset["bridged_token_value_dollar"]["val"])

    Every method raises ``CadastreError`` where the API answers with an error.
    """

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        retries: int = 4,
        timeout: float = 120.0,
        opener: urllib.request.OpenerDirector | None = None,
    ) -> None:
        """
        :param base_url: Address of the installation, as ``https://data.example.com``.
        :param key: An API key.
        :param retries: How often a request is sent again that met a limit or a passing error.
        :param timeout: Seconds that the network may be silent.
        :param opener: Another opener of ``urllib``, for proxies and certificates.
        """
        self._sender = Sender(base_url, key, retries=retries, timeout=timeout, opener=opener)

    def totals(self, of: Totalled, query: Query | None = None) -> TotalsPage:
        """Every metric now, in total by any groupable field."""
        return self._sender.json(TOTALLED_PATHS[of], {"query": query})

    def series(self, of: SeriesOf, query: Query) -> SeriesPage:
        """A page of series; the filter names their measures."""
        page: SeriesPage = self._sender.json(SERIES_OF_PATHS[of], {"query": query})
        for one in page["results"]:
            one["points"] = [(day, value) for day, value in one["points"]]
        return page

    def all_series(self, of: SeriesOf, query: Query) -> Iterator[Series]:
        """Every series, page after page."""
        return all_results(lambda asked: self.series(of, asked), query)

    def link(self, path: FilePath, query: Query | None, format: FileFormat) -> ReadyDownload:
        """
        A file on the server, with a signed link that anybody may follow until it expires. It is made once: the same
        request gives the same file while the data is the same.
        """
        while True:
            asked = {"query": query, "format": format, "delivery": "link"}
            answer: Download = self._sender.json(path, asked)
            if answer["status"] == "preparing":
                time.sleep(answer["retry_after"])
            else:
                return answer

    def download(
        self, path: FilePath, query: Query | None, format: FileFormat, to: str | os.PathLike[str]
    ) -> Path:
        """
        Writes a file of any size. After a break it goes on where it ended, also when it is called again; ``to`` has the
        file only once it is whole and its checksum is right.
        """
        return download_to(self._sender, self.link(path, query, format), to)

    def explain(
        self,
        metric: str | int,
        entity_type: str,
        entity: str | int | None = None,
        date: date | str | None = None,
    ) -> Explanation:
        """
        Where a figure comes from: of an entity by id or slug, or of the whole ``catalog``, on a day (the newest where
        left out).
        """
        return self._sender.json(
            "explain",
            {
                "metric": str(metric),
                "entity_type": entity_type,
                "entity_id": None if entity is None else str(entity),
                "date": None if date is None else str(date),
            },
        )

    def status(self) -> MarketStatus:
        """Version of the data and freshness of its sources."""
        return self._sender.json("status")
