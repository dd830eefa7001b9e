from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from typing import Any, cast

from ._error import CadastreError
from ._schema import Error

PASSING = frozenset({429, 502, 503})
"""Answers that another try may better: too many requests, a full queue, a store or a proxy that is away for a moment."""

LONGEST_WAIT = 120.0
"""Seconds. The wait for the rows of the next month, say, is not worth keeping a program for."""


class Sender:
    """Sends requests to one installation, again after what passes."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        retries: int,
        timeout: float,
        opener: urllib.request.OpenerDirector | None,
    ) -> None:
        if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError(f"base_url must be an http or https address, not {base_url!r}")
        self._site = base_url.rstrip("/")
        self._base = self._site + "/api/v4/"
        self._key = key
        self.retries = retries
        """Tries after the first."""
        self._timeout = timeout
        self._opener = opener or urllib.request.build_opener()

    def json(self, path: str, parameters: Mapping[str, object] | None = None) -> Any:
        """What the API answers, as JSON has it."""
        with self.open(path, parameters, accept="application/json") as answer:
            return json.load(answer)

    def open(
        self, path: str, parameters: Mapping[str, object] | None = None, *, accept: str = "*/*"
    ) -> HTTPResponse:
        """
        An answer whose body is still to be read. A request is sent again when ``Retry-After`` says, else after one
        second, two, four …, 30 at most.

        Raises ``CadastreError`` for an answer that is an error, and what ``urllib`` raises where there is no answer.
        """
        request = urllib.request.Request(self._address(path, parameters), headers={"Accept": accept})
        # A header that is not sent on to where an answer may redirect.
        request.add_unredirected_header("Authorization", f"Bearer {self._key}")
        return self._send(request)

    def open_link(self, path: str, headers: Mapping[str, str]) -> HTTPResponse:
        """As ``open``, for a signed link: at the address of the installation, and without the key."""
        return self._send(urllib.request.Request(self._site + path, headers=dict(headers)))

    def _send(self, request: urllib.request.Request) -> HTTPResponse:
        tried = 0
        while True:
            try:
                return cast(HTTPResponse, self._opener.open(request, timeout=self._timeout))
            except urllib.error.HTTPError as answer:
                with answer:
                    wait = wait_for(answer.headers.get("Retry-After"), tried)
                    if answer.code not in PASSING or tried >= self.retries or wait > LONGEST_WAIT:
                        raise CadastreError(answer.code, _body_of(answer)) from None
            except (OSError, HTTPException):
                if tried >= self.retries:
                    raise
                wait = wait_for(None, tried)
            time.sleep(wait)
            tried += 1

    def _address(self, path: str, parameters: Mapping[str, object] | None) -> str:
        given = {
            name: value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
            for name, value in (parameters or {}).items()
            if value is not None and value != {}
        }
        search = urllib.parse.urlencode(given, quote_via=urllib.parse.quote)
        return self._base + path + ("?" + search if search else "")


def wait_for(retry_after: str | None, tried: int, now: datetime | None = None) -> float:
    """Seconds to wait: what the answer wants, as seconds or a date, or else twice as long each time."""
    if retry_after is not None:
        text = retry_after.strip()
        if text.isascii() and text.isdigit():
            return float(text)
        try:
            until = parsedate_to_datetime(text)
        except ValueError:
            pass
        else:
            if until.tzinfo is None:
                until = until.replace(tzinfo=timezone.utc)
            return max(0.0, (until - (now or datetime.now(timezone.utc))).total_seconds())
    return float(min(30, 2**tried))


def _body_of(answer: urllib.error.HTTPError) -> Error | None:
    try:
        body: Any = json.load(answer)
    except (ValueError, OSError, HTTPException):
        return None
    if isinstance(body, dict) and isinstance(cast(dict[str, object], body).get("message"), str):
        return cast(Error, body)
    return None
