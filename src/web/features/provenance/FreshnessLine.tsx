import type { MarketStatus } from "#domain";
import { formatDate, formatInstant } from "../../format/formatDate";

const SHOWN = 4;

/** Freshness and sources of a page's figures. */
export function FreshnessLine({ status }: { status: MarketStatus }) {
  if (status.as_of === null) return <p className="text-faint text-sm">No data loaded yet.</p>;
  const sources = status.sources.filter((source) => source.observations > 0);
  return (
    <p className="text-faint text-sm">
      Data as of <time dateTime={status.as_of}>{formatDate(status.as_of)}</time>
      {sources.length > 0 && (
        <>
          . {sources.length === 1 ? "Source" : "Sources"}:{" "}
          {sources.slice(0, SHOWN).map((source, index) => (
            <span key={source.id} title={`Imported ${formatInstant(source.ingested_at)}`}>
              {index > 0 && ", "}
              {source.label}
            </span>
          ))}
          {sources.length > SHOWN && ` and ${sources.length - SHOWN} more`}
        </>
      )}
      .
    </p>
  );
}
