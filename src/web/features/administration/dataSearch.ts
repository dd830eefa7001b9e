import { cutText } from "#domain";
import type { TableSearch } from "../table/query/tableSearch";
import { readTableSearch } from "../table/query/tableSearch";

export interface DataSearch extends Pick<TableSearch, "page"> {
  /** Rejected rows of this file alone. */
  file?: string;
  /** Page of the imported files. */
  files?: number;
}

/** What the address of the page of data says. */
export function readDataSearch(raw: Record<string, unknown>): DataSearch {
  const { page } = readTableSearch(raw);
  const { file } = raw;
  const { page: files } = readTableSearch({ page: raw.files });
  return {
    ...(typeof file === "string" && file !== "" && { file: cutText(file, 1000) }),
    ...(page !== undefined && { page }),
    ...(files !== undefined && { files }),
  };
}
