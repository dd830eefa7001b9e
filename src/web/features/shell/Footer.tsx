import { Link } from "@tanstack/react-router";
import { footerScreens, type MarketFreshness, type SiteLinks } from "#domain";
import { formatDataVersion } from "../../format/formatDataVersion";
import { formatDate, formatInstant } from "../../format/formatDate";
import { footerLink, SiteLinkList } from "./SiteLinkList";

export interface FooterProps {
  brand: string;
  links: SiteLinks;
  /** Undefined while unknown. */
  status: MarketFreshness | undefined;
}

/** Freshness and disclaimer of the figures, and links to pages outside the menu. */
export function Footer({ brand, links, status }: FooterProps) {
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
      <p>{brand} provides information, not investment advice.</p>
      <nav aria-label="More pages" className="no-print w-full">
        <ul className="flex flex-wrap gap-x-4">
          {footerScreens.map(({ path, label }) => (
            <li key={label}>
              <Link to={path ?? "/"} preload={false} className={footerLink}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/docs/$slug" params={{ slug: "measures" }} preload={false} className={footerLink}>
              Metrics
            </Link>
          </li>
        </ul>
      </nav>
      <SiteLinkList links={links} />
    </footer>
  );
}
