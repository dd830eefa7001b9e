"""Client of the data API of Cadastre."""

from ._client import Cadastre
from ._error import CadastreError
from ._pages import ListPage, SeriesPage, TotalsPage
from ._resource import FileFormat, Resource
from ._schema import (
    Error,
    ErrorError,
    Explanation,
    Filter,
    MarketStatus,
    MetricValue,
    Query,
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
    "Filter",
    "ListPage",
    "MarketStatus",
    "MetricValue",
    "Query",
    "Resource",
    "ResourceMeta",
    "Series",
    "SeriesOf",
    "SeriesPage",
    "Totalled",
    "TotalsPage",
]
