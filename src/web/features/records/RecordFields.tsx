import clsx from "clsx";
import {
  type RecordField,
  type RecordType,
  recordPath,
  recordTypeOf,
  type StoredRecord,
} from "#domain/records";
import { Unknown } from "../../format/Unknown";
import { pageLink } from "../shell/followPageLinks";
import { Cell } from "../table/cells/Cell";
import { recordFieldMeta, recordRow } from "./recordColumns";

/** All fields of a record. */
export const RecordFields = ({ type, record }: { type: RecordType; record: StoredRecord }) => (
  <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
    {type.fields.map((field) => (
      <div
        key={field.name}
        // Long values wrap: otherwise a grid column is as wide as its longest word.
        className={clsx("min-w-0", (field.isCode || field.type === "text") && "sm:col-span-2")}
      >
        <dt className="text-muted text-sm">{field.label}</dt>
        <dd className="mt-0.5 min-w-0 text-md">
          <Value field={field} record={record} />
        </dd>
      </div>
    ))}
  </dl>
);

function Value({ field, record }: { field: RecordField; record: StoredRecord }) {
  const value = record.values[field.name] ?? null;
  const without = () => field.blank ?? Unknown();
  if (value === null || value === "") return without();
  if (field.isCode) {
    return (
      <pre className="whitespace-pre-wrap break-words rounded-md bg-hover p-3 font-mono text-sm">
        {String(value)}
      </pre>
    );
  }
  if (field.type === "text") return <span className="whitespace-pre-wrap break-words">{String(value)}</span>;
  if (field.refersTo !== null && (typeof value === "string" || typeof value === "number")) {
    const path = recordPath(recordTypeOf(field.refersTo), value);
    const called = record.names[field.name] ?? String(value);
    return path === null ? (
      called
    ) : (
      <a href={path} className={pageLink}>
        {called}
      </a>
    );
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? without() : <span className="break-words">{value.join(", ")}</span>;
  }
  return (
    <Cell
      row={recordRow(record)}
      column={recordFieldMeta(field)}
      resource={recordTypeOf(field.refersTo ?? "users").name}
      isName={false}
      period="30d"
    />
  );
}
