import { useSuspenseQuery } from "@tanstack/react-query";
import { useId } from "react";
import { fieldByName, resourceByName } from "#domain/resources";
import { filePermission } from "#domain/screens";
import { accessTo, maxRowsOf } from "#domain/vocabulary";
import { useCaller } from "../../features/people/session/useCaller";
import { TooManyRows } from "../../features/resourceList/TooManyRows";
import { ValueChoice } from "../../features/table/ChoiceLinks";
import type { TableFields } from "../../features/table/query/loadTable";
import { tableOptions } from "../../features/table/query/tableOptions";
import { type TableContent, type TableSpec, tableFileUrl } from "../../features/table/query/tableQuery";
import type { TableSearch } from "../../features/table/query/tableSearch";
import { ResourceTable } from "../../features/table/ResourceTable";
import { useFigureScope } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { useShownPath } from "../../ui/controls/useShownPath";
import { type ScreenContext, type Section, view } from "../frame/section";
import type { Subject } from "../frame/subject";

const formats = [
  { format: "xlsx", label: "XLSX" },
  { format: "parquet", label: "Parquet" },
] as const;

interface FileLinksProps {
  spec: TableSpec;
  search: TableSearch;
  fields: TableFields;
}

/** Links to a table's rows in further file formats, for users who can download them, in addition to CSV. */
function FileLinks({ spec, search, fields }: FileLinksProps) {
  const caller = useCaller();
  const pathname = useShownPath();
  const figures = useFigureScope();
  return formats
    .filter(({ format }) => accessTo(filePermission(format), caller) === "allowed")
    .map(({ format, label }) =>
      (fields.rowCount ?? 0) > maxRowsOf(format) ? (
        <TooManyRows key={format} format={format} label={label} />
      ) : (
        <a
          key={format}
          href={tableFileUrl(spec, search, { columns: fields.columns, format, pathname, figures })}
          download
          className={buttonClass({ size: "sm" })}
        >
          {label}
        </a>
      ),
    );
}

const load = ({ api, search }: ScreenContext, spec: TableSpec) =>
  api.queryClient.query({ ...tableOptions(api, spec, search), staleTime: "static" });

/**
 * The rows of a subject in a table with its own heading, among other sections.
 *
 * @param title receives the name of the subject
 * @param allTitle the heading below a comparison, if the table shows more rows than are compared; default:
 * `title`
 */
export function table(
  title: (name: string) => string,
  rows: TableContent,
  allTitle: (name: string) => string = title,
): Section {
  const specOf = ({ filter }: Subject): TableSpec => (filter === null ? rows : { ...rows, filter });
  return {
    load: (context) => load(context, specOf(context.subject)),
    show: (context) => (
      <Titled
        title={(context.search.compare === undefined ? title : allTitle)(context.subject.name)}
        spec={specOf(context.subject)}
        context={context}
      />
    ),
  };
}

/** The main table of a screen, with files of its rows. */
export const wholeTable = (spec: TableSpec): Section => ({
  load: (context) => load(context, spec),
  show: (context) => <Whole spec={spec} context={context} />,
});

/** Filter by a field with few values, above the table of its resource. */
export const fieldChoice = (resource: string, name: string): Section =>
  view(({ search }) => {
    const described = resourceByName(resource);
    const field = described && fieldByName(described, name);
    return (
      field && (
        <div className="mb-3">
          <ValueChoice field={field} search={search} />
        </div>
      )
    );
  });

interface TableProps {
  spec: TableSpec;
  context: ScreenContext;
}

function Titled({ title, spec, context: { api, search } }: TableProps & { title: string }) {
  const fields = useSuspenseQuery(tableOptions(api, spec, search)).data;
  const id = useId();
  return (
    // Target of links that filter its rows.
    <section id={spec.resource} aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold text-base tracking-tight">
        {title}
      </h2>
      <ResourceTable spec={spec} search={search} fields={fields} />
    </section>
  );
}

function Whole({ spec, context: { api, search } }: TableProps) {
  const fields = useSuspenseQuery(tableOptions(api, spec, search)).data;
  return (
    <ResourceTable
      spec={spec}
      search={search}
      fields={fields}
      actions={<FileLinks spec={spec} search={search} fields={fields} />}
    />
  );
}
