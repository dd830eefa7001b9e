/** The form's draft of a mapping: the use of each column, and the formats of dates and numbers. */
import type { ColumnUse } from "#domain/files";
import type { Proposal } from "./upload";

export interface DraftColumn {
  name: string;
  use: ColumnUse;
  /** Metric of a `metric` column, or asset or token of a `series` column. */
  meaning: string;
}

export interface MappingDraft {
  columns: DraftColumn[];
  /** Asset, or `token:` and a token, of all rows if no column has it. */
  entity: string;
  /** Metric of all values if columns are assets and tokens. */
  metric: string;
  /** Assets and tokens by their names in the file. */
  entityNames: Record<string, string>;
  /** Metrics by their names in the file. */
  metricNames: Record<string, string>;
  /** All other keys of the mapping, such as `dateFormat`. */
  settings: Record<string, unknown>;
  /** True if the file has more columns than these. */
  hasMoreColumns: boolean;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const texts = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(record(value)).map(([key, one]) => [key, text(one)]));

export function draftOf({ columns, mapping }: Proposal): MappingDraft {
  const {
    date: _,
    entity,
    metric,
    metrics: __,
    entities: ___,
    value: ____,
    ignoreOtherColumns,
    ...settings
  } = mapping;
  const { token, asset, entities } = record(entity);
  return {
    columns: columns.map(({ name, use, meaning }) => ({ name, use, meaning })),
    entity: token === undefined ? text(asset) : `token:${text(token)}`,
    metric: text(metric),
    entityNames: texts(entities),
    metricNames: texts(record(metric).metrics),
    settings,
    hasMoreColumns: ignoreOtherColumns === true && columns.every(({ use }) => use !== "none"),
  };
}

/**
 * The draft with another use of a column. At most one column each has the dates, names, networks and values.
 */
export function withUse(draft: MappingDraft, name: string, use: ColumnUse): MappingDraft {
  const isSingle = use !== "none" && use !== "metric" && use !== "series";
  return {
    ...draft,
    columns: draft.columns.map((column) => {
      if (column.name === name) return { ...column, use, meaning: use === column.use ? column.meaning : "" };
      return isSingle && column.use === use ? { ...column, use: "none", meaning: "" } : column;
    }),
  };
}

/** Whether the draft states a part of the mapping that its proposal lacked. */
export function hasPart(
  draft: MappingDraft,
  part: NonNullable<Proposal["notes"][number]["missing"]>,
): boolean {
  const has = (...uses: readonly ColumnUse[]) => draft.columns.some(({ use }) => uses.includes(use));
  switch (part) {
    case "date":
      return has("date");
    case "entity":
      return has("entity", "series") || draft.entity.trim() !== "";
    case "metric":
      return has("series") ? draft.metric.trim() !== "" : has("metric", "metricName");
    case "dateFormat":
      return draft.settings.dateFormat !== undefined;
  }
}

/** Converts the draft to a mapping. Missing parts are blank, which imports reject. */
export function mappingOf(draft: MappingDraft): Record<string, unknown> {
  const { columns, settings } = draft;
  const named = (use: ColumnUse) => columns.find((column) => column.use === use)?.name;
  const meanings = (use: ColumnUse) =>
    Object.fromEntries(
      columns.flatMap((column) => (column.use === use ? [[column.name, column.meaning.trim()]] : [])),
    );
  const isRead = ({ use }: DraftColumn) => use !== "none";
  const rest = {
    ...(draft.hasMoreColumns || !columns.every(isRead) ? { ignoreOtherColumns: true } : {}),
    ...settings,
  };
  const date = named("date") ?? "";
  if (columns.some(({ use }) => use === "series")) {
    return { date, metric: draft.metric.trim(), entities: meanings("series"), ...rest };
  }
  const entity = entityOf(draft, { column: named("entity"), network: named("network") });
  const metricName = named("metricName");
  const value = named("value");
  if (metricName !== undefined || value !== undefined) {
    const { metricNames } = draft;
    const metrics = Object.keys(metricNames).length === 0 ? {} : { metrics: metricNames };
    return { date, entity, metric: { column: metricName ?? "", ...metrics }, value: value ?? "", ...rest };
  }
  return { date, entity, metrics: meanings("metric"), ...rest };
}

function entityOf(
  { entity, entityNames }: MappingDraft,
  { column, network }: { column: string | undefined; network: string | undefined },
): Record<string, unknown> {
  if (column === undefined) {
    const name = entity.trim();
    return name.startsWith("token:") ? { token: name.slice("token:".length).trim() } : { asset: name };
  }
  return {
    column,
    ...(network !== undefined && { network }),
    ...(Object.keys(entityNames).length > 0 && { entities: entityNames }),
  };
}

/** The draft with a setting, or without it if it equals the default. */
export function withSetting(draft: MappingDraft, name: string, value: unknown): MappingDraft {
  const { [name]: _, ...settings } = draft.settings;
  const isDefault = value === "" || value === false || (Array.isArray(value) && value.length === 0);
  return { ...draft, settings: isDefault ? settings : { ...settings, [name]: value } };
}
