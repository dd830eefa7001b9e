export interface DatedFileName {
  /** Title of the content. */
  title: string;
  /** Newest day of its figures, as `2026-01-31`. */
  date: string | null | undefined;
  isSample: boolean;
}

/** The name of a file without its ending, such as `value-by-network-2026-01-31-sample`. */
export function datedFileName({ title, date, isSample }: DatedFileName): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return [words || "figures", date, isSample && "sample"].filter(Boolean).join("-");
}
