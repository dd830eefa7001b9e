/** The columns of a file of investments, and how its rows are read. */
import type { Asset } from "#domain/catalog";
import { originalText } from "#domain/files";
import { type CatalogIndex, entityOf } from "#domain/resources";
import { investmentFilterStatuses } from "#domain/vocabulary";
import { type LedgerRow, reference } from "../../ledger/ledgerRow";
import { LayoutError, type SkippedColumn } from "../../staging/layouts/layout";
import { parseDate } from "../../staging/parseDate";
import { type Parsed, type Refusal, refuse, short } from "../../staging/parsed";
import { parseValue, plainNumbers } from "../../staging/parseValue";

const required = ["slug", "name", "opens_date"] as const;
const amounts = [
  "target_dollar",
  "raised_dollar",
  "minimum_investment_dollar",
  "target_yield_percent",
] as const;
const optional = ["closes_date", "status", "asset", "asset_class", "platform", ...amounts] as const;
/** Those that a JSON Lines file need not have in its first object. */
export const optionalInvestmentColumns: readonly string[] = optional;

/** Columns of the product's own lists that name the same as a column of a file. */
const ownColumns: Readonly<Record<string, Column>> = {
  asset_slug: "asset",
  asset_class_slug: "asset_class",
  [`${entityOf("platform").prefix}_slug`]: "platform",
};

type Column = (typeof required)[number] | (typeof optional)[number];
const columns: readonly Column[] = [...required, ...optional];

/** A row with this status is taken off the list; the others are decided by dates where the file says nothing. */
const CLOSED = "closed";
const statuses = [...investmentFilterStatuses, CLOSED];

/** Whether a header is that of a file of investments. */
export const isInvestmentHeader = (header: readonly string[]): boolean =>
  required.every((name) => header.some((field) => field.trim() === name));

/** An investment as a file describes it. */
export interface ReadInvestment {
  slug: string;
  /** Taken off the list: closed, or past its last day. */
  isClosed: boolean;
  /** Its fields, but for the id. */
  row: LedgerRow;
}

export interface InvestmentRows {
  skippedColumns: readonly SkippedColumn[];
  /** Reads one row; an invalid field rejects the row. */
  read: (
    fields: readonly string[],
    refuseField: (field: string, refusal: Refusal) => void,
  ) => ReadInvestment | null;
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_SLUG = 120;
const MAX_NAME = 200;
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/u;
/** Offerings are announced ahead, unlike anything that is measured. */
const LAST_DAY = "2199-12-31";

/**
 * The reader of a file's rows.
 * @throws LayoutError for a column that is there twice
 */
export function investmentRows(
  header: readonly string[],
  { catalog, today }: { catalog: CatalogIndex; today: string },
): InvestmentRows {
  const positions = new Map<string, number>();
  const names = header.map((field) => field.trim());
  const columnOf = (name: string): string => {
    const own = Object.hasOwn(ownColumns, name) ? ownColumns[name] : undefined;
    return own === undefined || names.includes(own) ? name : own;
  };
  for (const [at, name] of names.map(columnOf).entries()) {
    if (positions.has(name) && columns.some((column) => column === name)) {
      throw new LayoutError(`The file has more than one column "${name}": column names must be unique`);
    }
    positions.set(name, at);
  }
  const assetById = new Map(catalog.assets.map((asset) => [String(asset.id), asset]));
  const assetNamed = (name: string) => catalog.assetBySlug.get(name) ?? assetById.get(name);

  return {
    skippedColumns: [...positions.keys()]
      .filter((name) => !columns.some((column) => column === name))
      .map((column) => ({ column, reason: "not a column of investments" })),
    read: (fields, refuseField) => {
      let isWhole = true;
      const textOf = (column: Column): string => fields[positions.get(column) ?? -1]?.trim() ?? "";
      const take = <T>(column: Column, parsed: Parsed<T>): T | null => {
        if (parsed.ok) return parsed.value;
        isWhole = false;
        refuseField(column, parsed);
        return null;
      };
      const dateOf = (column: Column) =>
        take(column, parseDate(textOf(column), { format: "iso", today: LAST_DAY }));
      /** The entity that a cell names; null if it is empty. */
      const named = <T>(column: Column, find: (text: string) => T | null | undefined): T | null => {
        const text = textOf(column);
        if (text === "") return null;
        const found = find(text);
        const what = column.replace("_", " ");
        return take(
          column,
          found == null
            ? refuse(`unknown ${what}`, `the catalog has no ${what} "${short(text)}"`)
            : { ok: true, value: found },
        );
      };

      const slug = take("slug", slugOf(textOf("slug")));
      const name = take("name", nameOf(originalText(textOf("name"))));
      const opens = dateOf("opens_date");
      const closes = textOf("closes_date") === "" ? null : dateOf("closes_date");
      if (opens !== null && closes !== null && closes < opens) {
        take("closes_date", refuse("closes before it opens", `${closes} is before ${opens}, the first day`));
      }
      const status = take("status", statusOf(textOf("status")));
      const asset = named("asset", assetNamed);
      const assetClass =
        named("asset_class", (text) =>
          catalog.partyOf("asset_class", { asset_class: text as Asset["asset_class"] }),
        ) ??
        (asset && catalog.partyOf("asset_class", asset));
      const platform =
        named("platform", (text) => catalog.partyOf("platform", { platform: text })) ??
        (asset && catalog.partyOf("platform", asset));
      const values = amounts.map((column) => {
        const metric = { slug: column, least: 0, most: null, isWhole: false };
        return [column, take(column, parseValue(textOf(column), { metric, format: plainNumbers }))] as const;
      });
      if (!isWhole || slug === null || name === null || opens === null) return null;
      return {
        slug,
        isClosed: status === CLOSED || (closes !== null && closes < today),
        row: {
          slug,
          name,
          ...reference("asset", asset),
          ...reference("asset_class", assetClass),
          ...reference("platform", platform),
          status: status === null || status === "" ? statusOn(opens, today) : status,
          opens_date: opens,
          closes_date: closes,
          ...Object.fromEntries(values),
          is_sample: false,
        },
      };
    },
  };
}

/** Status of an offering that has not closed, by its dates. */
const statusOn = (opens: string, today: string): string => (opens <= today ? "live" : "upcoming");

function slugOf(text: string): Parsed<string> {
  if (text === "") return refuse("slug missing", "the slug is missing");
  if (SLUG.test(text) && text.length <= MAX_SLUG) return { ok: true, value: text };
  return refuse(
    "not a slug",
    `"${short(text)}" is not a slug: use up to ${MAX_SLUG} lower-case letters, digits and single hyphens`,
  );
}

function nameOf(text: string): Parsed<string> {
  if (text === "") return refuse("name missing", "the name is missing");
  if (text.length > MAX_NAME) return refuse("name too long", `names are limited to ${MAX_NAME} characters`);
  if (CONTROLS.test(text)) return refuse("control character", "the name has a control character");
  return { ok: true, value: text };
}

const statusOf = (text: string): Parsed<string> =>
  text === "" || statuses.some((status) => status === text)
    ? { ok: true, value: text }
    : refuse("unknown status", `"${short(text)}" is not a status: use ${statuses.join(", ")}`);
