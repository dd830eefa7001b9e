import { accessTo, filePermission, maxRowsOf } from "#domain";
import { useStablecoinScope } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { useShownPath } from "../../ui/controls/useShownPath";
import { useCaller } from "../people/session/useCaller";
import type { TableFields } from "../table/query/loadTable";
import { type TableSpec, tableFileUrl } from "../table/query/tableQuery";
import type { TableSearch } from "../table/query/tableSearch";
import { TooManyRows } from "./TooManyRows";

const formats = [
  { format: "xlsx", label: "XLSX" },
  { format: "parquet", label: "Parquet" },
] as const;

export interface FileLinksProps {
  spec: TableSpec;
  search: TableSearch;
  fields: TableFields;
}

/** Links to a table's rows in further file formats, for users who can download them, in addition to CSV. */
export function FileLinks({ spec, search, fields }: FileLinksProps) {
  const caller = useCaller();
  const pathname = useShownPath();
  const stablecoins = useStablecoinScope();
  return formats
    .filter(({ format }) => accessTo(filePermission(format), caller) === "allowed")
    .map(({ format, label }) =>
      (fields.rowCount ?? 0) > maxRowsOf(format) ? (
        <TooManyRows key={format} format={format} label={label} />
      ) : (
        <a
          key={format}
          href={tableFileUrl(spec, search, { columns: fields.columns, format, pathname, stablecoins })}
          download
          className={buttonClass({ size: "sm" })}
        >
          {label}
        </a>
      ),
    );
}
