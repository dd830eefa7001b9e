import clsx from "clsx";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { type CellValue, metricOf, PENDING_FIELD, type ResourceRow, SAMPLE_FIELD } from "#domain/api";
import type { Lookback } from "#domain/metrics";
import { readSubject } from "#domain/news";
import {
  type EntityKind,
  entityKinds,
  type Field,
  kindListedBy,
  type Resource,
  resourceByName,
  siblingField,
} from "#domain/resources";
import { shortAddress } from "#domain/text";
import { countryName, wordsOfValue } from "#domain/vocabulary";
import { documentName } from "../../../format/documentName";
import { Figure } from "../../../format/Figure";
import { formatDate, formatInstant } from "../../../format/formatDate";
import { formatDecimalText } from "../../../format/formatNumber";
import { MetricChange } from "../../../format/MetricChange";
import { None, Unknown } from "../../../format/Unknown";
import { WholeDates } from "../../../format/WholeDates";
import { Badge } from "../../../ui/display/Badge";
import { TitleLink } from "../../../ui/display/TitleLink";
import { CheckMarkLink } from "../../checks/CheckMarkLink";
import { type CheckMarks, markKey } from "../../checks/checkMarks";
import { pageLink } from "../../shell/followPageLinks";
import { SearchLink } from "../query/SearchLink";
import { type ColumnMeta, TOKEN_NAME } from "../query/tableQuery";
import { EntityLink } from "./EntityLink";
import { rowDots } from "./RowDot";
import { TokenMark } from "./TokenMark";

/** True if a column's cells are right-aligned, as figures are. */
export const isFigure = ({ type }: ColumnMeta): boolean =>
  type === "metric" || type === "number" || type === "amount";

export interface CellsOptions {
  column: ColumnMeta;
  /** Name of the rows' resource. */
  resource: string;
  /** True if the column names the rows, and so links to their pages. */
  isName: boolean;
  period: Lookback;
  /** Search parameter that a name sets to the slug of its row. */
  opens?: "place";
  /** Link of a name, for rows that are not entities. */
  linkOf?: (row: ResourceRow) => string | null;
  /** Checks that figures break. */
  marks?: CheckMarks;
  /** Limit of shown values of a list. Default: 3. */
  most?: number;
}

type CellOf = (row: ResourceRow) => ReactNode;

/**
 * Cell renderer of a column, by the type of its field. It is chosen once for all rows, up to a hundred per
 * page. Cells are plain function calls without hooks: components would cost more than their content.
 */
export function cellsOf({
  column,
  resource,
  isName,
  period,
  opens,
  linkOf,
  marks,
  most = 3,
}: CellsOptions): CellOf {
  if (column.type === "metric") {
    return metricCells(column, { over: period, marks, kind: kindListedBy(resource) ?? "" });
  }
  const described = resourceByName(resource);
  const field = described?.fields.find(({ name }) => name === column.name);
  const reference = field?.refersTo ?? null;
  // A deployment is named by its asset: that reference is its link.
  const refers = reference?.field === "name" && reference.as !== null;
  const link = described?.linkField ?? null;
  if (isName && linkOf !== undefined) return linkedCells(column.name, linkOf);
  if (isName && link !== null) return titleCells(column.name, link, "summary");
  if (isName && field?.links.note != null) return titleCells(column.name, null, field.links.note);
  if (isName && !refers && column.type === "string") {
    return nameCells(column, { resource, described, opens });
  }
  if (field?.links.names === "profiles") return profileCells(column.name);
  if (field?.links.names === "entities") return entityCells(column.name, most);
  const known = refers
    ? referenceCells(column, reference.entity, described, isName)
    : (row: ResourceRow) => plainCell(column, row[column.name] ?? null, field, row[PENDING_FIELD] === true);
  if (field?.links.note != null) return notedCells(known, column.name, field.links.note);
  const isCountry = reference?.field === "country_code";
  const say = isCountry ? countryName : column.values === null ? String : wordsOfValue;
  return (row) => {
    const value = row[column.name];
    // User records are our own: a missing value is none, not unknown.
    if (value === null || value === undefined || value === "") return described ? Unknown() : None();
    if (Array.isArray(value))
      return listCell(
        value.map((one) => say(String(one))),
        most,
      );
    return isCountry ? word(countryName(String(value))) : known(row);
  };
}

/** One value of one row. For a table, use `cellsOf`. */
export const Cell = ({ row, ...options }: CellsOptions & { row: ResourceRow }) => cellsOf(options)(row);

function metricCells(
  { name, unit, format, polarity }: ColumnMeta,
  { over, marks = {}, kind }: { over: Lookback; marks: CheckMarks | undefined; kind: string },
): CellOf {
  return (row) => {
    const metric = metricOf(row, name);
    if (metric === null || metric.val === null) return Unknown();
    const mark = marks[markKey(kind, String(row.id), name)];
    return (
      <>
        {Figure({ value: metric.val, unit, format })}
        {MetricChange({ metric, unit, polarity, over, as: "small" })}
        {mark && <small className="block">{CheckMarkLink({ mark })}</small>}
      </>
    );
  };
}

/** A value with its qualifying text below, so that a waived fee is not mistaken for a charged one. */
const notedCells =
  (known: CellOf, name: string, noteField: string): CellOf =>
  (row) => {
    const isKnown = (row[name] ?? null) !== null;
    const note = text(row[noteField]);
    if (!isKnown && note === null) return Unknown();
    return (
      <>
        {isKnown && <span className="block">{known(row)}</span>}
        {note !== null && (
          <small className="text-muted">
            <span className="block min-w-24 max-w-40 whitespace-normal">{note}</span>
          </small>
        )}
      </>
    );
  };

const text = (value: CellValue | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** The kinds of entity that a field of the row names. */
const kindsIn = (row: ResourceRow, field: string): EntityKind[] => {
  const named: CellValue | undefined = row[field];
  return Array.isArray(named) ? entityKinds.filter((kind) => named.some((one) => one === kind)) : [];
};

/** The kinds of a row, each linked to its profile if there is one. */
const profileCells =
  (name: string): CellOf =>
  (row) => {
    const values = row[name];
    if (!Array.isArray(values) || values.length === 0) return Unknown();
    const kinds = kindsIn(row, name);
    return (
      <span className="flex flex-wrap gap-1">
        {values.map(String).map((value) => {
          const kind = kinds.find((one) => one === value) ?? null;
          const words = wordsOfValue(value);
          return (
            <Badge key={value} variant={kind === null ? "outline" : undefined}>
              {EntityLink({ kind, slug: text(row.slug), children: words })}
            </Badge>
          );
        })}
      </span>
    );
  };

/** Entities in the format `network/ethereum/Ethereum`, each linked to its page. */
const entityCells =
  (name: string, most: number): CellOf =>
  (row) => {
    const values = row[name];
    if (!Array.isArray(values) || values.length === 0) return Unknown();
    const [shown, more] = [values.slice(0, most), values.length - most];
    return (
      <span className="flex max-w-72 flex-wrap gap-1 *:whitespace-normal">
        {shown.map(String).map((value) => {
          const { kind, slug, name: children } = readSubject(value);
          return (
            <Badge key={value}>
              {EntityLink({
                kind: entityKinds.find((one) => one === kind) ?? null,
                slug,
                children,
              })}
            </Badge>
          );
        })}
        {more > 0 && <Badge variant="outline">+{more}</Badge>}
      </span>
    );
  };

/** The title of an external document with its summary, or of a row with a note. */
const titleCells =
  (name: string, link: string | null, note: string): CellOf =>
  (row) => {
    const title = text(row[name]) ?? String(row.id);
    const address = link === null ? null : text(row[link]);
    const summary = text(row[note]);
    return (
      <span className="block min-w-0">
        <span className="font-medium">{TitleLink({ address, children: WholeDates({ text: title }) })}</span>
        {row.is_sample === true && (
          <>
            {" "}
            <Badge>Sample</Badge>
          </>
        )}
        {summary !== null && <span className="block font-normal text-muted text-sm">{summary}</span>}
      </span>
    );
  };

/** The name of a row with its link. */
const linkedCells =
  (name: string, linkOf: (row: ResourceRow) => string | null): CellOf =>
  (row) => {
    const path = linkOf(row);
    const words = text(row[name]) ?? String(row.id);
    return (
      <span className="block max-w-xs truncate font-medium" title={words}>
        {path === null ? (
          words
        ) : (
          <a href={path} className={pageLink}>
            {words}
          </a>
        )}
      </span>
    );
  };

interface Named extends Pick<CellsOptions, "resource" | "opens"> {
  described: Resource | undefined;
}

function nameCells(column: ColumnMeta, { resource, described, opens }: Named): CellOf {
  const dot = rowDots(resource);
  const naming = described?.fields.find(({ links }) => links.names === "profiles")?.name;
  // All rows of the ledger are sample data; in other resources, single figures can be.
  const isLedger = described?.fields.some(({ name }) => name === SAMPLE_FIELD) === true;
  return (row) => {
    const kind = described?.entity ?? (naming === undefined ? null : (kindsIn(row, naming)[0] ?? null));
    const name = text(row[column.name]) ?? String(row.id);
    const ticker = text(row.ticker);
    const slug = text(row.slug);
    return (
      <span className="flex min-w-0 items-center gap-2">
        {dot(row)}
        <span className="truncate font-medium" title={name}>
          {opens !== undefined && slug !== null ? (
            <SearchLink
              patch={{ [opens]: slug }}
              className="inline-block min-h-6 content-center hover:text-accent hover:underline"
            >
              {name}
            </SearchLink>
          ) : (
            EntityLink({ kind, slug, children: name })
          )}
        </span>
        {ticker && <span className="shrink-0 text-faint text-sm max-sm:hidden">{ticker}</span>}
        {isLedger && row.is_sample === true && <Badge>Sample</Badge>}
      </span>
    );
  };
}

function referenceCells(
  column: ColumnMeta,
  kind: EntityKind,
  described: Resource | undefined,
  isName: boolean,
): CellOf {
  const slug = described && siblingField(described, column.name, "slug")?.name;
  return (row) => {
    const words = text(row[column.name]);
    const link = EntityLink({ kind, slug: slug === undefined ? null : text(row[slug]), children: words });
    const name = isName ? (
      <span className="block max-w-xs truncate font-medium">{link}</span>
    ) : (
      cutWhereLong(words ?? "", link)
    );
    if (column.name !== TOKEN_NAME) return name;
    return (
      <>
        {name}
        {TokenMark({ row })}
      </>
    );
  };
}

function listCell(words: readonly string[], most: number): ReactNode {
  if (words.length === 0) return Unknown();
  return (
    <span className="flex flex-wrap gap-1" title={words.join(", ")}>
      {words.slice(0, most).map((word) => (
        <Badge key={word}>{word}</Badge>
      ))}
      {words.length > most && <Badge variant="outline">+{words.length - most}</Badge>}
    </span>
  );
}

const PendingValue = (value: ReactNode) => (
  <span className="inline-flex flex-wrap gap-1">
    {value}
    <Badge variant="outline">Not final</Badge>
  </span>
);

function plainCell(
  column: ColumnMeta,
  value: CellValue,
  field: Field | undefined,
  isPending = false,
): ReactNode {
  switch (column.type) {
    case "boolean":
      return value ? "Yes" : "No";
    case "number":
      if (typeof value !== "number") return String(value);
      return column.unit === null
        ? String(value)
        : Figure({ value, unit: column.unit, format: column.format });
    case "amount":
      return formatDecimalText(String(value));
    case "date":
      return <time dateTime={String(value)}>{formatDate(String(value))}</time>;
    case "datetime":
      return <time dateTime={String(value)}>{formatInstant(String(value))}</time>;
    case "enum":
      return isPending ? PendingValue(enumValue(String(value), field)) : enumValue(String(value), field);
    case "color":
      return (
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-3 rounded-sm" style={{ backgroundColor: String(value) }} />
          {String(value)}
        </span>
      );
    case "url":
      return externalAddress(String(value), field?.links.names === "documents");
    case "text":
      return (
        <span className="block max-w-sm truncate" title={String(value)}>
          {String(value)}
        </span>
      );
    default:
      return word(String(value));
  }
}

function enumValue(value: string, field: Field | undefined): ReactNode {
  const badge = <Badge>{wordsOfValue(value)}</Badge>;
  const meaning = field?.describeValue?.(value) ?? null;
  return meaning === null ? badge : <span title={meaning}>{badge}</span>;
}

/** A website is labelled by its host, a source document by its file name. */
function externalAddress(address: string, isDocument: boolean): ReactNode {
  if (!/^https?:\/\//.test(address)) return address;
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className={clsx(
        "inline-flex min-h-6 max-w-full items-center gap-1 hover:text-accent hover:underline",
        // File names have no spaces to break at.
        isDocument && "wrap-anywhere",
      )}
    >
      {/* A table column is as wide as the host; elsewhere the host breaks if necessary. */}
      <span className="min-w-0 break-words">
        {isDocument ? documentName(address) : new URL(address).hostname.replace(/^www\./, "")}
      </span>
      <ExternalLink aria-hidden="true" className="size-3 shrink-0 text-faint" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

const LONG = 26;

/** Short text is never truncated and needs no wrapping element: tables have hundreds of such cells. */
const cutWhereLong = (words: string, shown: ReactNode, title?: string): ReactNode =>
  words.length > LONG ? (
    <span className="block max-w-xs truncate" title={title}>
      {shown}
    </span>
  ) : (
    shown
  );

/** Addresses and hashes are abbreviated in the middle. */
const word = (value: string): ReactNode =>
  value.length > LONG && !value.includes(" ") ? (
    <span className="font-mono text-sm" title={value}>
      {shortAddress(value)}
    </span>
  ) : (
    cutWhereLong(value, value, value)
  );
