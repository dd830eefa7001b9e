import { STABLECOIN_PARAMETER } from "#domain/people";
import { AS_OF_PARAMETER, type QueryInput } from "#domain/query";
import type { FigureScope } from "../rpc/apiOptions";

export interface ExportFile {
  /** Path in the data API, such as `tokens/aggregates`. */
  path: string;
  format: "csv" | "xlsx" | "parquet";
  query: QueryInput;
  /** Subject of the file, for its name. Default: derived from the path. */
  subject?: string | undefined;
  /** The figures that the page shows. Default: all of the latest. */
  figures?: FigureScope;
}

/** URL of a file, for readers, with every row of a data API query. */
export function exportUrl({ path, format, query, subject, figures = {} }: ExportFile): string {
  const parameters = new URLSearchParams({ query: JSON.stringify(query), header: "titles" });
  const { stablecoins, as_of: asOf } = figures;
  if (asOf !== undefined) parameters.set(AS_OF_PARAMETER, asOf);
  if (stablecoins !== undefined) parameters.set(STABLECOIN_PARAMETER, stablecoins);
  const words = stablecoins === undefined ? "" : `-${stablecoins}-stablecoins`;
  if (subject !== undefined) parameters.set("subject", `${subject}${words}`);
  return `/export/${path}.${format}?${parameters}`;
}

/** Subject of a page's files: `networks-ethereum-tokens` for tokens on the page of Ethereum. */
export function exportSubject(pathname: string, rows: string): string {
  const words = pathname.split(/[^a-z0-9]+/i).filter((word) => word !== "");
  return [...new Set([...words, ...rows.split(/[^a-z0-9]+/)])].join("-").toLowerCase();
}
