export interface ChartFileNameOptions {
  title: string;
  /** Newest date of the chart. */
  date: string | undefined;
  isSample: boolean;
  extension: "csv" | "xlsx" | "png" | "svg";
}

/** `value-by-network-2026-01-31-sample.csv` */
export function chartFileName({ title, date, isSample, extension }: ChartFileNameOptions): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${[words || "chart", date, isSample && "sample"].filter(Boolean).join("-")}.${extension}`;
}
