/** A mapping for a file of unknown layout, proposed from its header and first rows. */
import type { ColumnUse } from "#domain/files";
import { metricByName, metrics } from "#domain/metrics";
import { nearNames } from "#domain/query";
import { cutText } from "#domain/text";
import type { EntityResolver } from "../staging/entityResolver";
import { dateFormatsOf, numberSettingsOf } from "./detectFormat";

export interface ProposedColumn {
  name: string;
  use: ColumnUse;
  /** Metric of a `metric` column, or asset or token of a `series` column; empty if it is not known. */
  meaning: string;
  /** Cells of its first rows. */
  examples: string[];
  /** Metrics that its name may mean. */
  suggestions: string[];
}

export interface MappingProposal {
  columns: ProposedColumn[];
  /** In the format of a mapping file. Unknown values are empty, which no import accepts. */
  mapping: Record<string, unknown>;
  notes: MappingNote[];
}

export interface MappingNote {
  /** What to fill in or verify, in a sentence. */
  text: string;
  /** The part of the mapping that is missing; null for what is to be verified. */
  missing: "date" | "entity" | "metric" | "dateFormat" | null;
}

export interface FileHead {
  /** Without its folder. */
  fileName: string;
  header: readonly string[];
  /** The first rows. */
  rows: readonly (readonly string[])[];
  /** Settings without which the header could not be read, such as `skipLines`. */
  settings: Record<string, unknown>;
}

const EXAMPLES = 3;
const EXAMPLE_LENGTH = 60;
/** Columns that are looked at; wider files are mapped as JSON. */
export const MOST_COLUMNS = 200;

const plain = (text: string) =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");

/** Usual names of columns beside slugs, names and labels of metrics. */
const metricSynonyms: Readonly<Record<string, string>> = {
  price: "price_dollar",
  price_usd: "price_dollar",
  close: "price_dollar",
  nav: "net_asset_value_dollar",
  nav_usd: "net_asset_value_dollar",
  nav_per_share: "net_asset_value_dollar",
  supply: "total_supply_token",
  total_supply: "total_supply_token",
  circulating_supply: "circulating_supply_token",
  market_cap: "market_value_dollar",
  market_cap_usd: "market_value_dollar",
  marketcap: "market_value_dollar",
  tvl: "total_asset_value_dollar",
  tvl_usd: "total_asset_value_dollar",
  aum: "total_asset_value_dollar",
  aum_usd: "total_asset_value_dollar",
  holders: "holding_addresses_count",
  holder_count: "holding_addresses_count",
  active_addresses: "daily_active_addresses_count",
  transfers: "daily_transfer_count",
  transfer_count: "daily_transfer_count",
  transfer_volume: "daily_transfer_volume_dollar",
  volume_usd: "daily_transfer_volume_dollar",
};
const roles: readonly (readonly [use: ColumnUse, names: RegExp])[] = [
  [
    "date",
    /^(date|day|time|timestamp|datetime|period|month|quarter|time_period|as_of(_date)?|.*_date|date_.*)$/,
  ],
  ["network", /^(network|chain|blockchain|chain_id|network_id|chain_name|network_name)$/],
  ["metricName", /^(metric|measure|series|indicator|field|variable|metric_slug|measure_slug)$/],
  ["value", /^(value|amount|obs_value|val)$/],
  [
    "entity",
    /^(entity|asset|token|coin|symbol|ticker|slug|name|fund|product|address|contract|contract_address|token_address|asset_slug|token_slug|asset_id|token_id)$/,
  ],
];

const metricNamed = (name: string): string | null => {
  const wanted = plain(name);
  const found =
    metricByName(wanted) ??
    metrics.find((metric) => plain(metric.name) === wanted || plain(metric.label) === wanted);
  return found?.slug ?? (Object.hasOwn(metricSynonyms, wanted) ? (metricSynonyms[wanted] ?? null) : null);
};

/** @param today `YYYY-MM-DD`; later dates are no dates */
export function proposeMapping(
  { fileName, header, rows, settings }: FileHead,
  { resolver, today }: { resolver: EntityResolver; today: string },
): MappingProposal {
  const notes: MappingNote[] = [];
  const addNote = (text: string, missing: MappingNote["missing"] = null) => notes.push({ text, missing });
  const names = header.map((name) => name.trim()).slice(0, MOST_COLUMNS);
  if (header.length > MOST_COLUMNS)
    addNote(`Only the first ${MOST_COLUMNS} columns were read for this proposal.`);
  const cellsOf = (at: number) => rows.map((row) => row[at] ?? "");
  const columns = names.map((name, at): ProposedColumn => {
    const examples = [...new Set(cellsOf(at).filter((cell) => cell.trim() !== ""))]
      .slice(0, EXAMPLES)
      .map((cell) => cutText(cell.trim(), EXAMPLE_LENGTH));
    return { name, use: "none", meaning: "", examples, suggestions: [] };
  });
  const assign = (use: ColumnUse, at: number) => {
    const column = columns[at];
    if (column !== undefined) column.use = use;
  };
  const freeAt = (isFit: (column: ProposedColumn, at: number) => boolean) =>
    columns.findIndex((column, at) => column.use === "none" && column.name !== "" && isFit(column, at));

  const isDate = (at: number) => dateFormatsOf(cellsOf(at), today).length > 0;
  const dateNames = roles[0]?.[1];
  const namedDate = freeAt(({ name }, at) => dateNames?.test(plain(name)) === true && isDate(at));
  const dateAt = namedDate >= 0 ? namedDate : freeAt((_, at) => isDate(at));
  if (dateAt >= 0) assign("date", dateAt);
  for (const [use, pattern] of roles.slice(1)) {
    const at = freeAt(({ name }) => pattern.test(plain(name)) && metricNamed(name) === null);
    if (at >= 0) assign(use, at);
  }
  const columnOf = (use: ColumnUse) => columns.find((column) => column.use === use);
  // A column under another name, such as one of another language, whose cells name assets or tokens of the catalog.
  if (columnOf("entity") === undefined) {
    const at = freeAt((_, column) => isMostlyEntities(cellsOf(column)));
    if (at >= 0) assign("entity", at);
  }
  // A name of metrics without values, or the reverse, is a column of something else.
  const isLong =
    columnOf("metricName") !== undefined &&
    columnOf("value") !== undefined &&
    columnOf("entity") !== undefined;
  for (const column of columns) {
    if (!isLong && (column.use === "metricName" || column.use === "value")) column.use = "none";
  }

  const isNumeric = (at: number) => numberSettingsOf(cellsOf(at)) !== null;
  if (!isLong) nameSeries();
  const numericAt = columns.flatMap(({ use }, at) =>
    use === "value" || use === "metric" || use === "series" ? [at] : [],
  );
  const mapping = { ...settings, ...layoutOf(), ...formatOf() };
  return { columns, mapping, notes };

  function isMostlyEntities(cells: readonly string[]): boolean {
    const texts = [...new Set(cells.map((cell) => cell.trim()).filter((cell) => /\p{L}/u.test(cell)))];
    const resolved = texts.filter((text) => resolver.resolveColumn(text).ok);
    return resolved.length > 0 && resolved.length * 2 >= texts.length;
  }

  /** Says which metric or which asset each column of numbers is. */
  function nameSeries() {
    const free = columns.flatMap(({ use }, at) => (use === "none" && isNumeric(at) ? [at] : []));
    const asMetric = free.filter((at) => metricNamed(names[at] ?? "") !== null);
    const asSeries =
      columnOf("entity") === undefined ? free.filter((at) => resolver.resolveColumn(names[at] ?? "").ok) : [];
    for (const at of free) {
      const column = columns[at] as ProposedColumn;
      if (asSeries.length > asMetric.length) {
        const found = resolver.resolveColumn(column.name);
        if (found.ok) Object.assign(column, { use: "series", meaning: entityName(found.value.listingId) });
        continue;
      }
      const metric = metricNamed(column.name);
      column.suggestions = metric === null ? suggestionsFor(column.name) : [];
      if (metric !== null && !columns.some(({ meaning }) => meaning === metric))
        Object.assign(column, { use: "metric", meaning: metric });
    }
  }

  function entityName(listingId: number): string {
    const name = resolver.nameOf(listingId);
    const direct = resolver.resolve(name);
    return direct.ok && direct.value.listingId === listingId ? name : `token:${listingId}`;
  }

  /** Names of the column that no import resolves, with the assets of that ticker or name. */
  function translations(at: number): Record<string, string> {
    const networkAt = columns.findIndex(({ use }) => use === "network");
    const found: [string, string][] = [];
    for (const row of rows) {
      const name = (row[at] ?? "").trim();
      const network = networkAt < 0 ? "" : (row[networkAt] ?? "");
      if (name === "" || resolver.resolve(name, network).ok) continue;
      const byTicker = resolver.resolveColumn(name);
      if (byTicker.ok) found.push([name, entityName(byTicker.value.listingId)]);
    }
    return Object.fromEntries(found);
  }

  function layoutOf(): Record<string, unknown> {
    const date = columnOf("date")?.name ?? "";
    if (date === "") addNote("No column of dates was found: choose the column of the date.", "date");
    const isUsed = ({ use }: ProposedColumn) => use !== "none";
    const rest = columns.every(isUsed) && header.length <= MOST_COLUMNS ? {} : { ignoreOtherColumns: true };
    const series = columns.filter(({ use }) => use === "series");
    if (series.length > 0) {
      const metric = metricOfFile();
      if (metric === "") addNote("Choose the metric of the values.", "metric");
      return {
        date,
        metric,
        entities: Object.fromEntries(series.map(({ name, meaning }) => [name, meaning])),
        ...rest,
      };
    }
    const entity = entityOf();
    if (isLong) {
      return {
        date,
        entity,
        metric: { column: columnOf("metricName")?.name ?? "", ...metricTranslations() },
        value: columnOf("value")?.name ?? "",
        ...rest,
      };
    }
    const named = columns.filter(({ use }) => use === "metric");
    if (named.length === 0)
      addNote("No column is named like a metric: choose the metric of each column of values.", "metric");
    return {
      date,
      entity,
      metrics: Object.fromEntries(named.map(({ name, meaning }) => [name, meaning])),
      ...rest,
    };
  }

  function entityOf(): Record<string, unknown> {
    const at = columns.findIndex(({ use }) => use === "entity");
    if (at < 0) {
      const found = namesInFileName()
        .map((name) => resolver.resolveColumn(name))
        .find(({ ok }) => ok);
      if (found?.ok !== true) {
        addNote(
          "No column names the asset or token: choose a column, or enter the asset or token of all rows.",
          "entity",
        );
        return { asset: "" };
      }
      const name = entityName(found.value.listingId);
      addNote(`The asset or token was read from the name of the file: ${name}. Verify it.`);
      return found.value.assetId === assetOnly(name)
        ? { asset: name }
        : { token: name.replace(/^token:/, "") };
    }
    const entities = translations(at);
    const count = Object.keys(entities).length;
    if (count > 0)
      addNote(`Names of assets were matched by ticker or name in the first rows (${count}). Verify them.`);
    const network = columnOf("network")?.name;
    return {
      column: columns[at]?.name ?? "",
      ...(network !== undefined && { network }),
      ...(count > 0 && { entities }),
    };
  }

  /** The asset that a name means as a whole; null for a token. */
  function assetOnly(name: string): number | null {
    const found = resolver.resolve(`asset:${name}`);
    return found.ok ? found.value.assetId : null;
  }

  function namesInFileName(): string[] {
    const base = fileName.replace(/(\.(csv|tsv|txt|jsonl|ndjson|json|parquet|gz))+$/i, "");
    return [base, ...base.split(/[\s_.]+|-(?=\d)/)].filter((name) => name.length > 1);
  }

  function metricOfFile(): string {
    const words = plain(fileName.replace(/\..*$/, ""));
    const found =
      metricNamed(words) ?? Object.keys(metricSynonyms).find((name) => words.split("_").includes(name));
    return found === undefined || found === null ? "" : (metricNamed(found) ?? "");
  }

  function metricTranslations(): { metrics?: Record<string, string> } {
    const at = columns.findIndex(({ use }) => use === "metricName");
    const unknown = [...new Set(cellsOf(at).map((cell) => cell.trim()))].filter(
      (name) => name !== "" && metricByName(name) === undefined,
    );
    const found = unknown.flatMap((name) => {
      const metric = metricNamed(name);
      return metric === null ? [] : [[name, metric] as const];
    });
    return found.length === 0 ? {} : { metrics: Object.fromEntries(found) };
  }

  function formatOf(): Record<string, unknown> {
    const at = columns.findIndex(({ use }) => use === "date");
    const formats = at < 0 ? [] : dateFormatsOf(cellsOf(at), today);
    if (formats.length > 1) {
      addNote("Days and months can be read in either order: choose the date format.", "dateFormat");
    }
    const dateFormat = formats.length === 1 && formats[0] !== "iso" ? { dateFormat: formats[0] } : {};
    const numbers = numberSettingsOf(numericAt.flatMap(cellsOf));
    if (numbers?.thousands !== undefined) {
      addNote(`"${numbers.thousands}" is read as the thousands separator. Verify it.`);
    }
    return { ...dateFormat, ...numbers };
  }
}

const known = [
  ...metrics.map(({ slug, label }) => ({ name: slug, label, slug })),
  ...Object.entries(metricSynonyms).map(([name, slug]) => ({ name, label: name, slug })),
];
const slugOfName = new Map(known.map(({ name, slug }) => [name, slug]));

/** Metrics with a name like that of a column. */
const suggestionsFor = (name: string): string[] => [
  ...new Set(nearNames(plain(name), known).map((near) => slugOfName.get(near) ?? near)),
];
