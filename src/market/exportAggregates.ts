import { stringify } from "csv-stringify/sync";
import { type AggregatesResponse, metricOf, SAMPLE_FIELD } from "#domain/api";
import { neutralText } from "#domain/files";
import { metricParts, metrics } from "#domain/metrics";
import { type AggregateRequest, aggregateResource, aggregateWhole } from "./aggregateResource";
import { AS_OF_TITLE, metricTitle, SAMPLE_TITLE } from "./files/columnTitles";
import { contentTypes, type FileFormat, type RowFile } from "./files/rowFile";
import { writeXlsx } from "./files/writeXlsx";
import type { Market } from "./market";
import { marketStatus } from "./marketStatus";
import { SqlBinder } from "./sql/sqlBinder";

export interface ExportAggregatesRequest extends AggregateRequest {
  format: FileFormat;
  /** For readers of screens, as in `exportRows`. Default: names, as in the data API. */
  isTitled?: boolean;
}

/**
 * Aggregates as a file, the requested page or every group: the group, its counts, and ten columns for each
 * metric as in `exportRows`. NDJSON has one result of the JSON response on each line.
 * @throws InvalidError as `aggregateResource`, and if the file cannot contain every group
 */
export async function exportAggregates(
  market: Market,
  { format, isTitled = false, ...request }: ExportAggregatesRequest,
): Promise<RowFile> {
  const response = await (request.query.isPaged ? aggregateResource : aggregateWhole)(market, request);
  const rows = response.results.length;
  const asOf = isTitled ? { day: (await marketStatus(market)).as_of } : null;
  return {
    format,
    contentType: contentTypes[format],
    rows,
    hasSample: response.results.some(({ is_sample }) => is_sample === true),
    bytes: bytesOf(market, response, format, asOf),
  };
}

/** The day of the figures, for readers of screens. */
interface AsOf {
  day: string | null;
}

async function* bytesOf(
  market: Market,
  response: AggregatesResponse,
  format: FileFormat,
  asOf: AsOf | null,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  if (format === "ndjson") {
    for (const row of response.results) yield encoder.encode(`${JSON.stringify(row)}\n`);
    return;
  }
  const table = flatTable(response);
  if (format === "parquet") {
    yield await parquet(market, table);
    return;
  }
  const { names, rows } = linesOf(table, asOf);
  if (format === "csv") yield encoder.encode(stringify([names, ...rows.map((row) => row.map(neutralCell))]));
  else yield await writeXlsx(names, rows);
}

type Cell = string | number | boolean | null;
const neutralCell = (cell: Cell) =>
  typeof cell === "boolean" ? String(cell) : typeof cell === "string" ? neutralText(cell) : cell;

/** A column: its name for the data API, and its title for readers of screens. */
interface Column {
  name: string;
  title: string;
  type?: "String" | "Bool";
}

interface FlatTable {
  columns: readonly Column[];
  rows: Cell[][];
}

const groupColumns: readonly Column[] = [
  { name: "group_type", title: "Grouped by", type: "String" },
  { name: "group_id", title: "Id", type: "String" },
  { name: "group_slug", title: "Slug", type: "String" },
  { name: "group_name", title: "Name", type: "String" },
  { name: "asset_count", title: "Assets" },
  { name: "token_count", title: "Tokens" },
  { name: "asset_level_count", title: "Reported as a whole" },
];

function flatTable({ results }: AggregatesResponse): FlatTable {
  const [first] = results;
  const carried = metrics.filter(({ slug }) => first === undefined || slug in first);
  const metricColumns = carried.flatMap((metric) =>
    metricParts.map((part) => ({
      name: part === "val" ? metric.slug : `${metric.slug}.${part}`,
      title: metricTitle(metric, part),
    })),
  );
  const rows = results.map((row): Cell[] => [
    row.group.type,
    row.group.id === null ? null : String(row.group.id),
    row.group.slug,
    row.group.name,
    row.asset_count,
    row.token_count,
    row.asset_level_count,
    ...carried.flatMap(({ slug }) => metricParts.map((part) => metricOf(row, slug)?.[part] ?? null)),
    row.is_sample === true,
  ]);
  const sample: Column = { name: SAMPLE_FIELD, title: SAMPLE_TITLE, type: "Bool" };
  return { columns: [...groupColumns, ...metricColumns, sample], rows };
}

/** The header and lines of a file; for readers of screens with titles, labels and the day of the figures. */
function linesOf({ columns, rows }: FlatTable, asOf: AsOf | null): { names: string[]; rows: Cell[][] } {
  if (asOf === null) return { names: columns.map(({ name }) => name), rows };
  const titles = columns.map(({ title }) => title);
  return {
    names: [...titles.slice(0, -1), AS_OF_TITLE, ...titles.slice(-1)],
    rows: rows.map((row) => [...row.slice(0, -1), asOf.day, row.at(-1) === true ? "Yes" : "No"]),
  };
}

function parquet(market: Market, { columns, rows }: FlatTable): Promise<Uint8Array> {
  const binder = new SqlBinder();
  const text = binder.bind("String", rows.map((row) => JSON.stringify(row)).join("\n"));
  const selected = columns.map(({ name, type = "Float64" }, i) => {
    return `JSONExtract(line, ${i + 1}, 'Nullable(${type})') AS \`${name}\``;
  });
  return market.store.bytes(
    `SELECT ${selected.join(", ")} FROM (SELECT arrayJoin(splitByChar('\\n', ${text})) AS line) WHERE line != ''
     SETTINGS output_format_parquet_compression_method = 'snappy'`,
    "Parquet",
    binder.parameters,
  );
}
