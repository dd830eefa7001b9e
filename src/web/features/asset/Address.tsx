import { ExternalLink } from "lucide-react";
import { shortAddress } from "#domain/text";
import { Unknown } from "../../format/Unknown";
import { pageLink } from "../shell/followPageLinks";
import { CopyButton } from "./CopyButton";

export interface AddressProps {
  /** Null if unknown. */
  address: string | null;
  /** Page of the address in the block explorer, or null. */
  href: string | null;
  explorer: string | null;
  /** Name of the address for the "Copy" label: `address of USDC on Base`. */
  subject: string;
  /** Path of its own page. Default: none. */
  page?: string | undefined;
}

/** An abbreviated address with a copy button and a link to the block explorer. */
export function Address({ address, href, explorer, subject, page }: AddressProps) {
  if (address === null) return <Unknown />;
  const short = (
    <code title={address} className="font-mono text-sm">
      {shortAddress(address)}
    </code>
  );
  return (
    <span className="inline-flex items-center gap-1">
      {page === undefined ? (
        short
      ) : (
        <a href={page} className={pageLink}>
          {short}
        </a>
      )}
      <CopyButton text={address} subject={subject} />
      {href !== null && (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Look up ${subject} in ${explorer ?? "the block explorer"} (opens in a new tab)`}
          className="grid size-6 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink"
        >
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      )}
    </span>
  );
}
