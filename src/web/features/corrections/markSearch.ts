/** Search parameters of the page of corrections: the value to be marked. */
export interface MarkSearch {
  entity: string;
  metric: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Name of the source; empty if only one reports the value. */
  source: string;
  page: number;
}

const textOf = (value: unknown) =>
  typeof value === "string" ? value.slice(0, 200) : typeof value === "number" ? String(value) : "";

export function readMarkSearch({ entity, metric, date, source, page }: Record<string, unknown>): MarkSearch {
  const isPage = typeof page === "number" && Number.isInteger(page) && page >= 1 && page <= 100_000;
  return {
    entity: textOf(entity),
    metric: textOf(metric),
    date: textOf(date),
    source: textOf(source),
    page: isPage ? page : 1,
  };
}

/** The request of a preview or a mark. */
export const valueRequest = ({ entity, metric, date, source }: Omit<MarkSearch, "page">) => ({
  entity: entity.trim(),
  metric: metric.trim(),
  date,
  source: source.trim() === "" ? null : source.trim(),
});
