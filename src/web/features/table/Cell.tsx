import { ExternalLink } from "lucide-react";
import {
  type CellValue,
  type EntityKind,
  type FieldReference,
  type Lookback,
  metricOf,
  type ResourceRow,
  resourceByName,
  siblingField,
  wordsOfValue,
} from "#domain";
import { Figure } from "../../format/Figure";
import { formatDate, formatInstant } from "../../format/formatDate";
import { formatDecimalText } from "../../format/formatNumber";
import { MetricChange } from "../../format/MetricChange";
import { Unknown } from "../../format/Unknown";
import { Badge } from "../../ui/Badge";
import { EntityLink } from "./EntityLink";
import { RowDot } from "./RowDot";
import { TokenMark } from "./TokenMark";
import { type ColumnMeta, TOKEN_NAME } from "./tableQuery";

/** Whether a column's cells stand at the right, as figures do. */
export const isFigure = ({ type }: ColumnMeta): boolean =>
  type === "metric" || type === "number" || type === "amount";

export interface CellProps {
  column: ColumnMeta;
  row: ResourceRow;
  /** Name of the row's resource. */
  resource: string;
  /** Whether it names the row, and so links to its page. */
  isName: boolean;
  period: Lookback;
}

/** One value of a row, shown as its field's type asks. */
export function Cell({ column, row, resource, isName, period }: CellProps) {
  if (column.type === "metric") return <MetricCell column={column} row={row} period={period} />;
  // A deployment is named by its asset: that reference is its link.
  const reference = referenceOf(column, resource);
  const refers = reference?.field === "name" && reference.as !== null;
  if (isName && !refers && column.type === "string")
    return <NameCell column={column} row={row} resource={resource} />;
  const value = row[column.name];
  if (value === null || value === undefined || value === "") return <Unknown />;
  if (Array.isArray(value))
    return (
      <ListCell values={column.values === null ? value : value.map((one) => wordsOfValue(String(one)))} />
    );
  if (refers)
    return (
      <ReferenceCell column={column} row={row} resource={resource} isName={isName} kind={reference.entity} />
    );
  return <PlainCell column={column} value={value} />;
}

function MetricCell({ column, row, period }: Pick<CellProps, "column" | "row" | "period">) {
  const metric = metricOf(row, column.name);
  if (metric === null || metric.val === null) return <Unknown />;
  return (
    <>
      <Figure value={metric.val} unit={column.unit} format={column.format} />
      <small>
        <MetricChange metric={metric} unit={column.unit} polarity={column.polarity} over={period} />
      </small>
    </>
  );
}

const text = (value: CellValue | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;

function NameCell({ column, row, resource }: Pick<CellProps, "column" | "row" | "resource">) {
  const name = text(row[column.name]) ?? String(row.id);
  const ticker = text(row.ticker);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <RowDot resource={resource} row={row} />
      <span className="truncate font-medium" title={name}>
        <EntityLink kind={resourceByName(resource)?.entity ?? null} slug={text(row.slug)}>
          {name}
        </EntityLink>
      </span>
      {ticker && <span className="shrink-0 text-faint text-sm max-sm:hidden">{ticker}</span>}
    </span>
  );
}

const referenceOf = ({ name }: ColumnMeta, resource: string): FieldReference | null =>
  resourceByName(resource)?.fields.find((field) => field.name === name)?.refersTo ?? null;

function ReferenceCell({
  column,
  row,
  resource,
  isName,
  kind,
}: Omit<CellProps, "period"> & { kind: EntityKind }) {
  const described = resourceByName(resource);
  const slug = described && siblingField(described, column.name, "slug")?.name;
  const name = (
    <span className={isName ? "block max-w-xs truncate font-medium" : "block max-w-xs truncate"}>
      <EntityLink kind={kind} slug={slug === undefined ? null : text(row[slug])}>
        {text(row[column.name])}
      </EntityLink>
    </span>
  );
  if (column.name !== TOKEN_NAME) return name;
  return (
    <>
      {name}
      <TokenMark row={row} />
    </>
  );
}

const SHOWN = 3;

function ListCell({ values }: { values: readonly unknown[] }) {
  if (values.length === 0) return <Unknown />;
  const words = values.map(String);
  return (
    <span className="flex gap-1" title={words.join(", ")}>
      {words.slice(0, SHOWN).map((word) => (
        <Badge key={word}>{word}</Badge>
      ))}
      {words.length > SHOWN && <Badge variant="outline">+{words.length - SHOWN}</Badge>}
    </span>
  );
}

function PlainCell({ column, value }: { column: ColumnMeta; value: CellValue }) {
  switch (column.type) {
    case "boolean":
      return value ? "Yes" : "No";
    case "number":
      if (typeof value !== "number") return String(value);
      return column.unit === null ? (
        String(value)
      ) : (
        <Figure value={value} unit={column.unit} format={column.format} />
      );
    case "amount":
      return formatDecimalText(String(value));
    case "date":
      return <time dateTime={String(value)}>{formatDate(String(value))}</time>;
    case "datetime":
      return <time dateTime={String(value)}>{formatInstant(String(value))}</time>;
    case "enum":
      return <Badge>{wordsOfValue(String(value))}</Badge>;
    case "color":
      return (
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-3 rounded-sm" style={{ backgroundColor: String(value) }} />
          {String(value)}
        </span>
      );
    case "url":
      return <ExternalAddress address={String(value)} />;
    case "text":
      return (
        <span className="block max-w-sm truncate" title={String(value)}>
          {String(value)}
        </span>
      );
    default:
      return <Word value={String(value)} />;
  }
}

function ExternalAddress({ address }: { address: string }) {
  if (!/^https?:\/\//.test(address)) return address;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-6 items-center gap-1 hover:text-accent hover:underline"
    >
      {new URL(address).hostname.replace(/^www\./, "")}
      <ExternalLink aria-hidden="true" className="size-3 text-faint" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

const LONG = 26;

/** Addresses and hashes keep both ends. */
const Word = ({ value }: { value: string }) =>
  value.length > LONG && !value.includes(" ") ? (
    <span className="font-mono text-sm" title={value}>
      {value.slice(0, 8)}…{value.slice(-6)}
    </span>
  ) : (
    <span className="block max-w-xs truncate" title={value.length > LONG ? value : undefined}>
      {value}
    </span>
  );
