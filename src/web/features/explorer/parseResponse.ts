import type {
  AggregatesResponse,
  EndpointKind,
  EndpointResponse,
  ErrorBody,
  ListResponse,
  SeriesResponse,
} from "#domain/api";

/** A response by type: rows, totals, series or an error. */
export type ParsedResponse =
  | { kind: "rows"; body: ListResponse }
  | { kind: "totals"; body: AggregatesResponse }
  | { kind: "series"; body: SeriesResponse }
  | { kind: "error"; status: number; body: ErrorBody };

const isError = (body: object): body is ErrorBody => "message" in body;
const isRows = (body: object): body is ListResponse => "results" in body;
const isTotals = (body: object): body is AggregatesResponse => "results" in body && "aggregate" in body;
const isSeries = (body: object): body is SeriesResponse => "results" in body && "aggregate" in body;

/** Parses a response by the kind of its endpoint. */
export function parseResponse(kind: EndpointKind, { status, body }: EndpointResponse): ParsedResponse {
  if (status !== 200 && isError(body)) return { kind: "error", status, body };
  if (kind === "rows" && isRows(body)) return { kind, body };
  if (kind === "totals" && isTotals(body)) return { kind, body };
  if (kind === "series" && isSeries(body)) return { kind, body };
  return { kind: "error", status, body: { message: "The response cannot be shown as a table." } };
}
