import { Link } from "@tanstack/react-router";
import type { MarketFreshness } from "#domain";
import { formatDataVersion } from "../../format/formatDataVersion";
import { formatDate, formatInstant } from "../../format/formatDate";

export interface FooterProps {
  brand: string;
  /** Undefined while it is unknown. */
  status: MarketFreshness | undefined;
}

/** How fresh the figures are, and what they are not. */
export function Footer({ brand, status }: FooterProps) {
  const latest = status?.updated_at;
  return (
    <footer className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t px-4 py-3 text-faint text-sm lg:px-6">
      <p>
        {status?.as_of ? (
          <>
            Data as of <time dateTime={status.as_of}>{formatDate(status.as_of)}</time>
            {latest && (
              <>
                , updated <time dateTime={latest}>{formatInstant(latest)}</time>
              </>
            )}
            , version {formatDataVersion(status.data_version)}.
          </>
        ) : (
          "No data has been loaded yet."
        )}
      </p>
      <p>
        <Link to="/evidence" className="underline hover:text-ink">
          Evidence
        </Link>{" "}
        ·{" "}
        <Link to="/directory" className="underline hover:text-ink">
          Directory
        </Link>{" "}
        · {brand} provides information, not investment advice.
      </p>
    </footer>
  );
}
