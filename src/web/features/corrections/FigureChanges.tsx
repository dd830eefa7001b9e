import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import { formatDate } from "../../format/formatDate";
import { Card } from "../../ui/display/Card";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";

export type UndoReport = inferRouterOutputs<AppRouter>["imports"]["previewUndo"];
type Change = UndoReport["figures"][number];

/** The maximum of `Intl`: every digit that is stored. */
const EVERY_DIGIT = 20;

function Value({ figure }: { figure: Change["before"] }) {
  if (figure === null) return <span className="text-faint">None</span>;
  const notes = [...(figure.isSum ? ["sum of tokens"] : []), ...(figure.isSample ? ["sample"] : [])];
  return (
    <span className="inline-flex flex-col items-end">
      <data value={figure.value}>
        {figure.value.toLocaleString("en-US", { maximumFractionDigits: EVERY_DIGIT })}
      </data>
      <small className="text-faint">
        <time dateTime={figure.day}>{formatDate(figure.day)}</time>
        {notes.length > 0 && `, ${notes.join(", ")}`}
      </small>
    </span>
  );
}

/** `+12.5%`; changes of less than a hundredth of a percent have more digits. */
const percentWords = (percent: number): string =>
  `${percent > 0 ? "+" : ""}${percent.toLocaleString("en-US", { maximumSignificantDigits: 4 })}%`;

const columns: readonly SmallColumn<Change>[] = [
  {
    name: "entity",
    header: "Asset or token",
    flexible: true,
    cell: ({ entity, isWhole, path }) => (
      <span className="break-all">
        {path === null ? (
          entity
        ) : (
          <a href={path} className="hover:text-accent hover:underline">
            {entity}
          </a>
        )}
        {isWhole && <span className="font-normal text-faint text-sm"> whole asset</span>}
      </span>
    ),
  },
  {
    name: "metric",
    header: "Metric",
    cell: ({ label, metric }) => <span title={metric}>{label}</span>,
  },
  { name: "before", header: "Now", numeric: true, cell: ({ before }) => <Value figure={before} /> },
  {
    name: "after",
    header: "Afterwards",
    numeric: true,
    main: true,
    cell: ({ after }) => <Value figure={after} />,
  },
  {
    name: "change",
    header: "Change",
    numeric: true,
    cell: ({ before, after, percent }) =>
      percent !== null
        ? percentWords(percent)
        : before === null
          ? "Appears"
          : after === null
            ? "Ends"
            : "From zero",
  },
];

export interface FigureChangesProps {
  figures: readonly Change[];
  /** Number of changes, including those that are not listed. */
  changes: number;
  note: string | null;
}

/** The latest figures before and after a correction, the largest change first. */
export const FigureChanges = ({ figures, changes, note }: FigureChangesProps) => (
  <Card
    title="Figures now and afterwards"
    description={[
      changes > figures.length
        ? `The ${figures.length} largest of ${changes.toLocaleString("en-US")} changes.`
        : "Reported figures first, the largest change first, with every digit.",
      note ?? "",
    ]
      .join(" ")
      .trim()}
    padded={false}
  >
    <SmallTable
      caption="Figures now and afterwards"
      columns={columns}
      rows={figures}
      rowKey={({ entity, isWhole, metric }) => `${entity} ${isWhole} ${metric}`}
      perColumn={8}
      most={25}
      empty="The newest figures stay as they are."
    />
  </Card>
);

/** Links to the pages whose figures change. */
export const AffectedPages = ({ pages }: Pick<UndoReport, "pages">) => (
  <Card title="Pages with these figures">
    {pages.length === 0 ? (
      <p className="text-md text-muted">No page of the catalog shows them.</p>
    ) : (
      <dl className="flex flex-col gap-2 text-md">
        {pages.map(({ kind, label, total, pages: listed }) => (
          <div key={kind}>
            <dt className="text-muted text-sm">
              {label} ({total.toLocaleString("en-US")})
            </dt>
            <dd className="flex flex-wrap gap-x-3 gap-y-1">
              {listed.map(({ name, path }) => (
                <a key={path} href={path} className="break-words hover:text-accent hover:underline">
                  {name}
                </a>
              ))}
              {total > listed.length && (
                <span className="text-faint">and {(total - listed.length).toLocaleString("en-US")} more</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    )}
  </Card>
);
