import type { ReactNode } from "react";
import { changesInPoints } from "../../charts/series/chartSeries";
import { Change } from "../../format/Change";
import { formatDate } from "../../format/formatDate";
import { formatExact } from "../../format/formatNumber";
import { Unknown } from "../../format/Unknown";
import { Button } from "../../ui/controls/Button";
import { tableClass } from "../../ui/styles/popupClass";
import type { ChangedValue, ChangedValues as Compared } from "./changedValues";

/** Rows of the table; a file has all. */
const MOST_ROWS = 100;
/** Width of a figure with all its digits, in rem. */
const EXACT_FIGURE = 7;

export interface ChangedValuesProps {
  /** Title of the chart. */
  title: string;
  /** Header of the names. */
  nameLabel?: string;
  /** Undefined while loading. */
  changed: Compared | undefined;
  isError: boolean;
}

/** What the values of a chart as of an earlier publication are now, for the same days. */
export function ChangedValues({ title, nameLabel = "Series", changed, isError }: ChangedValuesProps) {
  if (isError) return <Words>The present values could not be loaded.</Words>;
  if (changed === undefined) return <Words>Comparing with the present values…</Words>;
  const { compared, changes } = changed;
  const [newest, oldest] = [changes[0], changes.at(-1)];
  if (newest === undefined || oldest === undefined) {
    return (
      <Words>None of the {compared.toLocaleString("en-US")} values of this chart has changed since.</Words>
    );
  }
  const hasNames = changes.some(({ name }) => name !== "");
  return (
    <div className="mt-3 text-sm">
      <p role="note">
        {changes.length.toLocaleString("en-US")} of {compared.toLocaleString("en-US")} values of this chart{" "}
        {changes.length === 1 ? "has" : "have"} changed since, {daysOf(oldest, newest)}.
      </p>
      <details>
        <summary className="min-h-6 cursor-pointer py-1 font-medium">Show what has changed</summary>
        <ChangesTable
          caption={`${title}: changed values`}
          nameLabel={hasNames ? nameLabel : null}
          changes={changes.slice(0, MOST_ROWS)}
        />
        <div className="flex flex-wrap items-center gap-2 py-2">
          {changes.length > MOST_ROWS && (
            <span className="text-muted">The latest {MOST_ROWS} are listed; the file has all.</span>
          )}
          <Button
            variant="secondary"
            size="sm"
            className="no-print"
            onClick={() => void saveChanges(title, { changes, hasNames, nameLabel })}
          >
            Download changes as CSV
          </Button>
        </div>
      </details>
    </div>
  );
}

const Words = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mt-3 text-muted text-sm">
    {children}
  </p>
);

const daysOf = (oldest: ChangedValue, newest: ChangedValue): ReactNode =>
  oldest.date === newest.date ? (
    <>of {day(newest)}</>
  ) : (
    <>
      from {day(oldest)} to {day(newest)}
    </>
  );

const day = ({ date }: Pick<ChangedValue, "date">) => <time dateTime={date}>{formatDate(date)}</time>;

const exact = (value: number | null, unit: string) =>
  value === null ? <Unknown /> : <data value={value}>{formatExact(value, unit)}</data>;

interface ChangesTableProps extends Pick<Compared, "changes"> {
  caption: string;
  /** Header of the names; null without names. */
  nameLabel: string | null;
}

function ChangesTable({ caption, nameLabel, changes }: ChangesTableProps) {
  const headers = [...(nameLabel === null ? [] : [nameLabel]), "Then", "Now", "Change"];
  return (
    <section aria-label={`Table: ${caption}`} className="table-fit">
      <table className={tableClass({ columns: headers.length + 1, perColumn: EXACT_FIGURE })}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            {headers.map((header) => (
              <th key={header} scope="col" className={header === nameLabel ? "flexible" : "figure"}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ date, name, unit, before, after }) => (
            <tr key={`${date} ${name}`}>
              <th scope="row">{day({ date })}</th>
              {nameLabel !== null && (
                <td data-label={nameLabel} className="flexible">
                  {name}
                </td>
              )}
              <td data-label="Then" className="figure">
                {exact(before, unit)}
              </td>
              <td data-label="Now" className="figure main">
                {exact(after, unit)}
              </td>
              <td data-label="Change" className="figure">
                <Change
                  polarity="neutral"
                  isPoints={changesInPoints(unit)}
                  percent={changeOf({ before, after, isPoints: changesInPoints(unit) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function changeOf({
  before,
  after,
  isPoints,
}: Pick<ChangedValue, "before" | "after"> & { isPoints: boolean }): number | null {
  if (before === null || after === null) return null;
  if (isPoints) return after - before;
  return before === 0 ? null : (100 * (after - before)) / Math.abs(before);
}

async function saveChanges(
  title: string,
  {
    changes,
    hasNames,
    nameLabel,
  }: { changes: readonly ChangedValue[]; hasNames: boolean; nameLabel: string },
) {
  const [{ saveFigures }, { datedFileName }] = await Promise.all([
    import("../../charts/files/saveFile"),
    import("#domain/files"),
  ]);
  const name = datedFileName({ title: `${title} changes`, date: changes[0]?.date ?? null, isSample: false });
  await saveFigures(
    {
      names: ["Date", ...(hasNames ? [nameLabel] : []), "Then", "Now"],
      rows: changes.map((one) => [one.date, ...(hasNames ? [one.name] : []), one.before, one.after]),
    },
    "csv",
    `${name}.csv`,
  );
}
