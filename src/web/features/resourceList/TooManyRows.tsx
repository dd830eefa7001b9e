import { maxRowsOf } from "#domain/vocabulary";

/** Replaces the link to a file format that cannot contain all rows, with the reason. */
export function TooManyRows({ format, label }: { format: string; label: string }) {
  const reason = `${label} files hold at most ${maxRowsOf(format).toLocaleString("en-US")} rows`;
  return (
    <span className="inline-flex h-control-sm items-center px-2 text-faint text-sm" title={reason}>
      {label}
      <span className="sr-only">({reason})</span>
    </span>
  );
}
