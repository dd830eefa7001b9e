import {
  type AggregateRow,
  type AggregatesResponse,
  type EndpointReference,
  type FieldMeta,
  type ListResponse,
  metricOf,
  type SeriesResponse,
  type SeriesResult,
} from "#domain/api";
import { metricByName } from "#domain/metrics";
import { Figure } from "../../format/Figure";
import { formatDate } from "../../format/formatDate";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { DataTable } from "../table/DataTable";
import { columnMeta } from "../table/query/tableQuery";
import type { ParsedResponse } from "./parseResponse";

/** Limit of columns if the query names no fields. */
const COLUMNS = 8;
/** Limit of metrics if totals have all of them. */
const METRICS = 4;

export interface ResponseTableProps {
  endpoint: EndpointReference;
  answer: Exclude<ParsedResponse, { kind: "error" }>;
  /** Fields that the query names; null for all. */
  fields: readonly string[] | null;
}

/** The results of a response as a table. */
export function ResponseTable({ endpoint, answer, fields }: ResponseTableProps) {
  switch (answer.kind) {
    case "rows":
      return <Rows endpoint={endpoint} body={answer.body} fields={fields} />;
    case "totals":
      return <Totals endpoint={endpoint} body={answer.body} />;
    default:
      return <Series endpoint={endpoint} body={answer.body} />;
  }
}

interface PartProps<Body> {
  endpoint: EndpointReference;
  body: Body;
}

function Rows({ endpoint, body, fields }: PartProps<ListResponse> & { fields: readonly string[] | null }) {
  const { resource, fields: known } = endpoint.meta;
  const isNamed = (name: string) => (field: FieldMeta) => field.name === name || field.aliases.includes(name);
  const requested =
    fields === null
      ? [...known]
      : fields.flatMap((name) => known.find(isNamed(name.split(".")[0] ?? name)) ?? []);
  const columns = [...new Set(requested)].map(columnMeta);
  const shown = columns.slice(0, COLUMNS);
  return (
    <>
      <DataTable label={endpoint.title} resource={resource} columns={shown} rows={body.results} sort={null} />
      {body.results.length === 0 && <p className="px-4 py-8 text-center text-md text-muted">No rows.</p>}
      {columns.length > shown.length && (
        <p className="px-4 py-2 text-muted text-sm">
          {shown.length} of {columns.length} fields shown. The JSON has them all; select fields to change the
          columns.
        </p>
      )}
    </>
  );
}

function Totals({ endpoint, body }: PartProps<AggregatesResponse>) {
  const [first] = body.results;
  const metrics = endpoint.metrics.filter(
    ({ slug }) => first !== undefined && metricOf(first, slug) !== null,
  );
  const columns: SmallColumn<AggregateRow>[] = [
    { name: "group", header: "Group", flexible: true, cell: ({ group }) => group.name },
    { name: "asset_count", header: "Assets", numeric: true, cell: (row) => row.asset_count },
    { name: "token_count", header: "Tokens", numeric: true, cell: (row) => row.token_count },
    ...metrics.slice(0, METRICS).map(({ slug, label }) => ({
      name: slug,
      header: label,
      numeric: true,
      cell: (row: AggregateRow) => (
        <Figure value={metricOf(row, slug)?.val} unit={metricByName(slug)?.unit ?? null} />
      ),
    })),
  ];
  return (
    <>
      <SmallTable
        caption={endpoint.title}
        columns={columns}
        rows={body.results}
        rowKey={({ group }) => `${group.type} ${group.id ?? group.name}`}
        empty="No groups."
      />
      {metrics.length > METRICS && (
        <p className="px-4 py-2 text-muted text-sm">
          {METRICS} of {metrics.length} metrics. The JSON has them all; choose metrics to see others here.
        </p>
      )}
    </>
  );
}

const lastPoint = ({ points }: SeriesResult) => points.at(-1);

const seriesColumns: SmallColumn<SeriesResult>[] = [
  { name: "group", header: "Group", flexible: true, cell: ({ group }) => group.name },
  { name: "measure", header: "Metric", cell: ({ measure }) => measure.label },
  { name: "points", header: "Points", numeric: true, cell: ({ points }) => points.length },
  { name: "from", header: "From", cell: ({ points: [first] }) => dateCell(first?.[0]) },
  { name: "to", header: "To", cell: (one) => dateCell(lastPoint(one)?.[0]) },
  {
    name: "value",
    header: "Last value",
    numeric: true,
    main: true,
    cell: (one) => (
      <Figure
        value={lastPoint(one)?.[1]}
        unit={one.measure.unit}
        format={metricByName(one.measure.slug)?.format}
      />
    ),
  },
];

const dateCell = (date: string | undefined) =>
  date === undefined ? null : <time dateTime={date}>{formatDate(date)}</time>;

const Series = ({ endpoint, body }: PartProps<SeriesResponse>) => (
  <SmallTable
    caption={endpoint.title}
    columns={seriesColumns}
    rows={body.results}
    rowKey={({ measure, group }) => `${measure.slug} ${group.type} ${group.id ?? group.name}`}
    empty="No series."
  />
);
