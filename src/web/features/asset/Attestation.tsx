import type { ResourceRow } from "#domain/api";
import { wordsOfValue } from "#domain/vocabulary";
import { formatDate } from "../../format/formatDate";
import { textOf } from "../../format/textOf";
import { Badge } from "../../ui/display/Badge";
import { ReportLink } from "../contact/ReportLink";

const dateOf = (day: string) => <time dateTime={day}>{formatDate(day)}</time>;

/** The latest attestation of an asset's reserves: day, attestor, ratio, and whether the next one is overdue. */
export function Attestation({ asset }: { asset: ResourceRow }) {
  const day = textOf(asset.attestation_date);
  const attestor = textOf(asset.attestation_by);
  const frequency = textOf(asset.attestation_frequency);
  const due = textOf(asset.attestation_due_date);
  const ratio = typeof asset.attestation_percent === "number" ? asset.attestation_percent : null;
  if (day === null && attestor === null && frequency === null) return null;
  return (
    <section
      aria-label="Attestation"
      className="group/fact -mt-1 mb-3 flex flex-wrap items-baseline gap-x-1.5 text-sm sm:-mt-2 sm:mb-4 sm:text-md"
    >
      <span className="text-faint">Attestation</span>
      <span className="font-medium">
        {day === null ? "No dated report in the catalog" : <>As of {dateOf(day)}</>}
      </span>
      {attestor !== null && <span>· {attestor}</span>}
      {ratio !== null && <span>· Reserves {ratio}% of supply</span>}
      {frequency !== null && <span>· {wordsOfValue(frequency)}</span>}
      <ReportLink kind="asset" slug={String(asset.slug)} field="attestation_date" label="Attestation" />
      {asset.is_attestation_overdue === true && due !== null && (
        <>
          <Badge variant="danger">Overdue</Badge>
          <span className="text-muted">The next report was due by {dateOf(due)}; the catalog has none.</span>
        </>
      )}
    </section>
  );
}
