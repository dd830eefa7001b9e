import type { LoanSplitField, LoanSplits } from "#domain/api";
import { loanStatusDoc, wordsOfValue } from "#domain/vocabulary";
import { Figure } from "../../format/Figure";
import { formatFigure } from "../../format/formatNumber";
import { ShareBar } from "../resourceList/ShareBar";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";

type LoanGroup = LoanSplits[LoanSplitField][number];

export interface LoanSplitTableProps {
  /** Header of the first column: `Sector`. */
  header: string;
  by: LoanSplitField;
  groups: readonly LoanGroup[];
}

const dollars = (
  name: string,
  header: string,
  of: (group: LoanGroup) => number | null,
): SmallColumn<LoanGroup> => ({
  name,
  header,
  numeric: true,
  cell: (group) => <Figure value={of(group)} unit="dollar" />,
});

/** Principal owed. Defaulted principal is no longer outstanding capital. */
const owed = ({ outstanding, defaulted }: LoanGroup): number | null =>
  defaulted === null ? null : outstanding + defaulted;

/** Totals of the loans by group. */
export function LoanSplitTable({ header, by, groups }: LoanSplitTableProps) {
  // Loans of one status are either all late or all current.
  const isStatus = by === "status";
  const amount = isStatus ? owed : ({ outstanding }: LoanGroup) => outstanding;
  const total = groups.reduce((sum, group) => sum + (amount(group) ?? 0), 0);
  const columns: SmallColumn<LoanGroup>[] = [
    {
      name: "value",
      header,
      cell: (group) => {
        const meaning = by === "status" && group.value !== null ? loanStatusDoc(group.value) : null;
        return (
          <>
            <span className="block font-medium">{nameOf(group, by)}</span>
            {meaning !== null && (
              <span className="block whitespace-normal text-muted text-sm">{meaning}</span>
            )}
          </>
        );
      },
    },
    { name: "loans", header: "Loans", numeric: true, cell: ({ loans }) => formatFigure(loans, "count") },
    ...(isStatus ? [dollars("issued", "Issued", ({ issued }) => issued)] : []),
    { ...dollars("amount", isStatus ? "Principal owed" : "Outstanding", amount), main: true },
    {
      name: "share",
      header: "Share",
      numeric: true,
      cell: (group) => <ShareBar share={shareOf(amount(group), total)} of={null} />,
    },
    ...(isStatus
      ? []
      : [
          { ...dollars("late", "Late", ({ late }) => late), spare: true },
          dollars("defaulted", "In default", ({ defaulted }) => defaulted),
        ]),
  ];
  const hides = !isStatus && groups.some(({ late, defaulted }) => late === null || defaulted === null);
  const table = (
    <SmallTable
      caption={`Loans by ${header.toLowerCase()}`}
      columns={columns}
      rows={groups.toSorted(
        (one, other) =>
          Number(one.isRest) - Number(other.isRest) || (amount(other) ?? 0) - (amount(one) ?? 0),
      )}
      rowKey={(group) => nameOf(group, by)}
      empty="No data yet."
      most={6}
    />
  );
  if (!hides) return table;
  return (
    <>
      {table}
      <p className="px-4 py-2 text-muted text-sm">— withheld to protect individual loans.</p>
    </>
  );
}

const shareOf = (part: number | null, total: number): number | null =>
  part !== null && total > 0 ? (part / total) * 100 : null;

function nameOf({ value, isRest }: LoanGroup, by: LoanSplitField): string {
  if (isRest) return "Others";
  if (value === null) return "Unknown";
  return by === "sector" && value === "none" ? "No sector" : wordsOfValue(value);
}
