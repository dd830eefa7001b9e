import { cutText } from "#domain/text";
import type { TableSearch } from "../table/query/tableSearch";
import { readTableSearch } from "../table/query/tableSearch";

export interface DataSearch extends Pick<TableSearch, "page"> {
  /** Limits the rejected rows to this file. */
  file?: string;
  /** Page number of the list of imported files. */
  files?: number;
}

/** Reads the search parameters of the data page. */
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
