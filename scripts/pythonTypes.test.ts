import { expect, it } from "vitest";
import { pythonResources, pythonTypes } from "./pythonTypes";

const endpoints = [
  { path: "/rows/{id}", answers: "RowsRow" },
  { path: "/rows", answers: "RowsRow", page: "Page" },
  { path: "/rows/aggregates", answers: "AggregateRow" },
  { path: "/rows/aggregates/timeseries", answers: "Series" },
  { path: "/row_timeseries", answers: "Series" },
];

it("the Python types match their schema", () => {
  const source = pythonTypes(
    {
      components: {
        schemas: {
          RowsRow: {
            type: "object",
            description: 'A "row".',
            required: ["id"],
            properties: {
              id: { anyOf: [{ type: "integer" }, { type: "string" }] },
              tags: { type: "array", items: { type: ["string", "null"] }, description: "Words." },
              point: { prefixItems: [{ type: "string" }, { type: "number" }], type: "array" },
              entries: { type: "array", items: { type: "object", properties: { on: { const: true } } } },
            },
          },
          Asked: {
            type: "object",
            required: ["from"],
            properties: { from: { enum: ["x", 1] }, "a-b": { $ref: "#/components/schemas/Tree" } },
          },
          Page: {
            type: "object",
            required: ["sort"],
            properties: {
              sort: { type: "object", required: ["by"], properties: { by: { type: "string" } } },
              next: { type: "object", required: ["by"], properties: { by: { type: "string" } } },
            },
          },
          Tree: {
            anyOf: [
              {
                title: "Node",
                type: "object",
                required: ["of"],
                properties: { of: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
              },
              { type: "object", additionalProperties: { type: "boolean" } },
            ],
          },
        },
      },
    },
    endpoints,
  );
  expect(
    source.slice(source.indexOf("TypedDict\n") + "TypedDict\n\n".length),
  ).toBe(`class RowsRowEntry(TypedDict):
    on: Literal[True]


class RowsRow(TypedDict):
    """A \\"row\\"."""
    id: int | str
    tags: list[str | None]
    """Words."""
    point: tuple[str, float]
    entries: list[RowsRowEntry]


Asked = TypedDict(
    "Asked",
    {
        "from": "Literal[\\"x\\", 1]",
        "a-b": "NotRequired[Tree]",
    },
)


class PageSort(TypedDict):
    by: str


class Page(TypedDict):
    sort: PageSort
    next: NotRequired[PageSort]


class Node(TypedDict):
    of: list[Tree]


Tree: TypeAlias = "Node | dict[str, bool]"

Totalled: TypeAlias = Literal["rows"]
"""What there are totals of."""

TOTALLED_PATHS: Final[dict[Totalled, str]] = {
    "rows": "rows/aggregates",
}

FilePath: TypeAlias = Literal["rows"]
"""Paths of what there are files of."""

SeriesOf: TypeAlias = Literal["rows", "row"]
"""What there are series of, each by what it is called after where \`groupBy\` is left out."""

SERIES_OF_PATHS: Final[dict[SeriesOf, str]] = {
    "rows": "rows/aggregates/timeseries",
    "row": "row_timeseries",
}
`);
});

it("each resource of the Python client has the type of its rows", () => {
  expect(pythonResources(endpoints)).toContain(`    @property
    def rows(self) -> Resource[RowsRow]:
        return Resource(self._sender, "rows")
`);
});
