import { buttonClass } from "../../ui/Button";
import type { TableFields } from "../table/loadTable";
import { type TableSpec, tableFileUrl } from "../table/tableQuery";
import type { TableSearch } from "../table/tableSearch";

const formats = [
  { format: "xlsx", label: "XLSX" },
  { format: "parquet", label: "Parquet" },
] as const;

export interface FileLinksProps {
  spec: TableSpec;
  search: TableSearch;
  fields: TableFields;
}

/** The rows of a table in further file formats, beside the CSV that every table offers. */
export const FileLinks = ({ spec, search, fields }: FileLinksProps) => (
  <>
    {formats.map(({ format, label }) => (
      <a
        key={format}
        href={tableFileUrl(spec, search, { columns: fields.columns, format })}
        download={`${spec.resource}.${format}`}
        className={buttonClass({ size: "sm" })}
      >
        {label}
      </a>
    ))}
  </>
);
