import { type LoanSplitField, type LoanSplits, wordsOfValue } from "#domain";
import { Figure } from "../../format/Figure";
import { formatFigure } from "../../format/formatNumber";
import { ShareBar } from "../resourceList/ShareBar";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";

type LoanGroup = LoanSplits[LoanSplitField][number];

export interface LoanSplitTableProps {
  /** What one row is: `Sector`. */
  header: string;
  by: LoanSplitField;
  groups: readonly LoanGroup[];
}

const dollars = (name: string, header: string, of: (group: LoanGroup) => number): SmallColumn<LoanGroup> => ({
  name,
  header,
  numeric: true,
  cell: (group) => <Figure value={of(group)} unit="dollar" />,
});

/** Principal that is owed: in default it is not outstanding capital any more. */
const owed = ({ outstanding, defaulted }: LoanGroup): number => outstanding + defaulted;

/** What the loans of each group add up to. */
export function LoanSplitTable({ header, by, groups }: LoanSplitTableProps) {
  // Of a status, everything is late or nothing is.
  const isStatus = by === "status";
  const amount = isStatus ? owed : ({ outstanding }: LoanGroup) => outstanding;
  const total = groups.reduce((sum, group) => sum + amount(group), 0);
  const columns: SmallColumn<LoanGroup>[] = [
    {
      name: "value",
      header,
      cell: (group) => <span className="font-medium">{nameOf(group, by)}</span>,
    },
    { name: "loans", header: "Loans", numeric: true, cell: ({ loans }) => formatFigure(loans, "count") },
    ...(isStatus ? [dollars("issued", "Issued", ({ issued }) => issued)] : []),
    { ...dollars("amount", isStatus ? "Principal owed" : "Outstanding", amount), main: true },
    {
      name: "share",
      header: "Share",
      numeric: true,
      cell: (group) => <ShareBar share={total > 0 ? (amount(group) / total) * 100 : null} of={null} />,
    },
    ...(isStatus
      ? []
      : [
          { ...dollars("late", "Late", ({ late }) => late), spare: true },
          dollars("defaulted", "In default", ({ defaulted }) => defaulted),
        ]),
  ];
  return (
    <SmallTable
      caption={`Loans by ${header.toLowerCase()}`}
      columns={columns}
      rows={groups.toSorted(
        (one, other) => Number(one.isRest) - Number(other.isRest) || amount(other) - amount(one),
      )}
      rowKey={(group) => nameOf(group, by)}
      empty="No data yet."
      most={6}
    />
  );
}

function nameOf({ value, isRest }: LoanGroup, by: LoanSplitField): string {
  if (isRest) return "Others";
  if (value === null) return "Unknown";
  return by === "sector" && value === "none" ? "No sector" : wordsOfValue(value);
}
