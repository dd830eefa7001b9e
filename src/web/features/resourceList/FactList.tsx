import type { ReactNode } from "react";
import type { ResourceRow } from "#domain/api";
import { fieldByName, type Resource, resourceByName } from "#domain/resources";
import { fitFormat } from "../../format/fitFormat";
import { textOf } from "../../format/textOf";
import { ReportLink } from "../contact/ReportLink";
import { Cell } from "../table/cells/Cell";

export interface FactListProps {
  /** Slug of the resource. */
  resource: string;
  row: ResourceRow;
  /** Names of the fields, in order. */
  fields: readonly string[];
  /** Content below the value of a field, such as its source. */
  below?: (field: string) => ReactNode;
  /** Id of the evidence that states the value of a field, or undefined. */
  evidenceOf?: (field: string) => string | number | undefined;
  /** True if one line names all unknown facts, in place of a dash for each. */
  foldsUnknown?: boolean;
}

/** Facts of a row by its described fields, including unknown ones. */
export function FactList({
  resource: slug,
  row,
  fields,
  below,
  evidenceOf,
  foldsUnknown = false,
}: FactListProps) {
  const resource = resourceByName(slug);
  if (resource === undefined) return null;
  const unknown = foldsUnknown ? fields.filter((name) => isUnknown(row[name])) : [];
  const shown = fields.filter((name) => !unknown.includes(name));
  const names = unknown.flatMap((name) => fieldByName(resource, name)?.label ?? []);
  return (
    <>
      {shown.length > 0 && <Facts {...{ resource, row, below, evidenceOf }} fields={shown} />}
      {names.length > 0 && <p className="mt-3 text-muted text-sm first:mt-0">Unknown: {names.join(", ")}.</p>}
    </>
  );
}

const isUnknown = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

interface FactsProps extends Pick<FactListProps, "row" | "fields" | "below" | "evidenceOf"> {
  resource: Resource;
}

function Facts({ resource, row, fields, below, evidenceOf }: FactsProps) {
  const slug = textOf(row.slug);
  return (
    <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-md">
      {fields.flatMap((name) => {
        const field = fieldByName(resource, name);
        if (field === undefined) return [];
        const value = row[name];
        const format = fitFormat(field, [typeof value === "number" ? value : null]);
        const column = { ...field, format, polarity: null };
        return [
          <dt key={`${name}-label`} className="text-muted" title={field.hint}>
            {field.label}
          </dt>,
          // Values are not truncated, unlike in tables.
          <dd key={name} className="group/fact min-w-0 break-words **:max-w-full **:whitespace-normal">
            <Cell
              column={column}
              row={row}
              resource={resource.slug}
              isName={false}
              period="30d"
              most={Number.POSITIVE_INFINITY}
            />
            {resource.entity !== null && slug !== null && (
              <ReportLink
                kind={resource.entity}
                slug={slug}
                field={name}
                about={evidenceOf?.(name)}
                label={field.label}
              />
            )}
            {below?.(name)}
          </dd>,
        ];
      })}
    </dl>
  );
}
