import { cutText } from "#domain/text";

/** Characters of a row that a page shows. Longer rows would widen the table; files contain them in full. */
const MAX_LENGTH = 160;

export interface RejectedRowProps {
  /** Blank if the row as a whole was rejected. */
  field: string;
  reason: string;
  row: string;
}

/** Why a row was rejected, above the start of the row. */
export function RejectedRow({ field, reason, row }: RejectedRowProps) {
  const start = cutText(row, MAX_LENGTH);
  return (
    <span className="block min-w-0">
      <span className="wrap-anywhere block">{field === "" ? reason : `${field}: ${reason}`}</span>
      <span className="wrap-anywhere block break-all font-mono text-faint text-sm">
        {start.length < row.length ? `${start}…` : start}
      </span>
    </span>
  );
}
