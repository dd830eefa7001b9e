import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clientTypes } from "./clientTypes";
import { generatedClients } from "./generateClient";

it.each(generatedClients())("$file matches the API; `npm run docs` writes it", ({ file, text }) => {
  expect(readFileSync(file, "utf8")).toBe(text);
});

it("types match their schema", () => {
  const source = clientTypes(
    {
      components: {
        schemas: {
          Row: {
            type: "object",
            description: "A row.",
            required: ["id", "tags"],
            properties: {
              id: { anyOf: [{ type: "integer" }, { type: "string" }] },
              tags: { type: "array", items: { type: ["string", "null"] } },
              point: { prefixItems: [{ type: "string" }, { type: "number" }], type: "array" },
              "a-b": { enum: ["x", 1] },
              more: { allOf: [{ $ref: "#/components/schemas/Other" }, { type: "object" }] },
            },
          },
          Other: { type: "object", additionalProperties: { type: "boolean" } },
        },
      },
    },
    [
      { path: "/rows/{id}", answers: "Row" },
      { path: "/rows", answers: "Row" },
      { path: "/rows/aggregates/timeseries", answers: "Series" },
      { path: "/row_timeseries", answers: "Series" },
    ],
  );
  expect(source.split("\n").slice(2).join("\n")).toBe(`/** A row. */
export type Row = {
  readonly id: number | string;
  readonly tags: readonly (string | null)[];
  readonly point?: readonly [string, number];
  readonly "a-b"?: "x" | 1;
  readonly more?: Other & Readonly<Record<string, unknown>>;
};

export type Other = Readonly<Record<string, boolean>>;

/** Rows by the name of their resource. */
export interface Rows {
  readonly rows: Row;
}

/** What there are series of, each by what it is called after where \`groupBy\` is left out. */
export type SeriesOf = "rows" | "row";
`);
});
