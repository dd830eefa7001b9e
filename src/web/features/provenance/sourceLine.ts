import type { MarketStatus, Source } from "#domain/api";
import { formatDate } from "../../format/formatDate";

/** `nav-2026-01.csv (issuer)`: a source with the name under which it was imported, if any. */
export const sourceName = ({ label, provider }: Pick<Source, "label" | "provider">): string =>
  provider === null || provider === label ? label : `${label} (${provider})`;

export interface SourceLineProps {
  brand: string;
  status: Pick<MarketStatus, "as_of"> & Partial<Pick<MarketStatus, "sources">>;
  /** Full name of the metric. */
  measure: string;
}

/** Publisher, sources (if any are given) and freshness of a chart: the line under every copy of it. */
export function sourceLine({ brand, status, measure }: SourceLineProps): string {
  const sources = (status.sources ?? [])
    .filter((source) => source.observations > 0)
    .map((source) => source.label);
  const named =
    sources.length === 0
      ? ""
      : `, from ${sources.slice(0, 3).join(", ")}${sources.length > 3 ? ` and ${sources.length - 3} more` : ""}`;
  const fresh = status.as_of === null ? "" : ` · data as of ${formatDate(status.as_of)}`;
  return `Source: ${brand}${named} · ${measure}${fresh}`;
}
