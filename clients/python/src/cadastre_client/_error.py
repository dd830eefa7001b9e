from __future__ import annotations

from ._schema import Error, ErrorError


class CadastreError(Exception):
    """An answer that is an error: what the API says of it."""

    def __init__(self, status: int, body: Error | None) -> None:
        super().__init__(body["message"] if body is not None else f"The API returned status {status}.")
        self.status = status
        """HTTP status."""
        self.body = body
        """What the API answered; None where the answer was not its own, such as a proxy's."""

    @property
    def message(self) -> str:
        return str(self)

    @property
    def errors(self) -> list[ErrorError]:
        """Each part of the query that is wrong, by its path."""
        return [] if self.body is None else self.body.get("errors", [])

    @property
    def request_id(self) -> str | None:
        """By which the operator finds an internal error in the log."""
        return None if self.body is None else self.body.get("requestId")
