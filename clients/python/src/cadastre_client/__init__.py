"""Client of the data API of Cadastre."""

from ._client import Cadastre
from ._error import CadastreError
from ._pages import ListPage, SeriesPage, TotalsPage
from ._resource import FileFormat, Resource
from ._schema import (
    Error,
    ErrorError,
    Explanation,
    FilePath,
    Filter,
    MarketStatus,
    MetricValue,
    Query,
    ReadyDownload,
    ResourceMeta,
    Series,
    SeriesOf,
    Totalled,
)

__all__ = [
    "Cadastre",
    "CadastreError",
    "Error",
    "ErrorError",
    "Explanation",
    "FileFormat",
    "FilePath",
    "Filter",
    "ListPage",
    "MarketStatus",
    "MetricValue",
    "Query",
    "ReadyDownload",
    "Resource",
    "ResourceMeta",
    "Series",
    "SeriesOf",
    "SeriesPage",
    "Totalled",
    "TotalsPage",
]
