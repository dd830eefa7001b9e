import { type QueryInput, STABLECOIN_PARAMETER, type StablecoinScope } from "#domain";

export interface ExportFile {
  /** As the data API has it, such as `tokens/aggregates`. */
  path: string;
  format: "csv" | "xlsx" | "parquet";
  query: QueryInput;
  /** What the file is about, for its name; left out, the path says so. */
  subject?: string | undefined;
  /** The stablecoin scope of the page; left out on pages without one. */
  stablecoins?: StablecoinScope | undefined;
}

/** Address of a file, for readers, with every row that a query of the data API asks for. */
export function exportUrl({ path, format, query, subject, stablecoins }: ExportFile): string {
  const parameters = new URLSearchParams({ query: JSON.stringify(query), header: "titles" });
  if (stablecoins !== undefined) parameters.set(STABLECOIN_PARAMETER, stablecoins);
  const words = stablecoins === undefined ? "" : `-${stablecoins}-stablecoins`;
  if (subject !== undefined) parameters.set("subject", `${subject}${words}`);
  return `/export/${path}.${format}?${parameters}`;
}

/** What the files of a page are about: `networks-ethereum-tokens` for tokens on the page of Ethereum. */
export function exportSubject(pathname: string, rows: string): string {
  const words = pathname.split(/[^a-z0-9]+/i).filter((word) => word !== "");
  return [...new Set([...words, ...rows.split(/[^a-z0-9]+/)])].join("-").toLowerCase();
}
