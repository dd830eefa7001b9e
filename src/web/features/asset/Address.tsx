import { ExternalLink } from "lucide-react";
import { shortAddress } from "#domain";
import { Unknown } from "../../format/Unknown";
import { CopyButton } from "./CopyButton";

export interface AddressProps {
  /** Null where it is unknown. */
  address: string | null;
  /** Its page in the block explorer; null where there is none. */
  href: string | null;
  explorer: string | null;
  /** What it is, as after “Copy”: `address of USDC on Base`. */
  subject: string;
}

/** An address with both its ends, to copy and to look up. */
export function Address({ address, href, explorer, subject }: AddressProps) {
  if (address === null) return <Unknown />;
  return (
    <span className="inline-flex items-center gap-1">
      <code title={address} className="font-mono text-sm">
        {shortAddress(address)}
      </code>
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
