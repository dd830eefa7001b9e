import { Link } from "@tanstack/react-router";
import type { LedgerOrigin } from "#domain/api";
import { DAY_MS, isoDay } from "#domain/days";
import { blockLink } from "../../format/blockLink";
import { formatDate, formatInstant } from "../../format/formatDate";

const link = "inline-block py-0.5 underline hover:text-ink";

function Block({ origin, block }: { origin: LedgerOrigin; block: number }) {
  const href = blockLink(origin.explorer_url, block);
  if (href === null) return block;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={link}
      aria-label={`Block ${block} in ${origin.explorer_name ?? "the block explorer"} (opens in a new tab)`}
    >
      {block}
    </a>
  );
}

/** The transfers of the token on the day. */
const transfersOf = ({ token_id: token, date }: LedgerOrigin): [string, string, string][] => [
  ["token_id", "equals", String(token)],
  ["timestamp", "onOrAfter", date],
  ["timestamp", "before", isoDay(Date.parse(date) + DAY_MS)],
];

const Blocks = ({ origin }: { origin: LedgerOrigin }) => {
  const { first_block: first, last_block: last, transfers } = origin;
  if (first === null || last === null) return <span className="text-muted">no transfers on that day</span>;
  return (
    <span>
      <Link to="/transactions" search={{ filters: transfersOf(origin) }} className={link}>
        {transfers.toLocaleString("en-US")} {transfers === 1 ? "transfer" : "transfers"}
      </Link>{" "}
      in {first === last ? "block " : "blocks "}
      <Block origin={origin} block={first} />
      {first !== last && (
        <>
          {" to "}
          <Block origin={origin} block={last} />
        </>
      )}
    </span>
  );
};

/** Blocks and transfers behind figures of a ledger, and the readings that contain them. */
export const LedgerOrigins = ({
  ledger,
  nameOf,
}: {
  ledger: readonly LedgerOrigin[];
  /** Name of a token, if several are explained. */
  nameOf: (tokenId: number) => string | undefined;
}) => (
  <ul className="flex flex-col gap-2 text-sm">
    {ledger.map((origin) => (
      <li key={`${origin.token_id} ${origin.date}`} className="flex flex-col gap-1">
        <span className="flex flex-wrap gap-x-3">
          <time dateTime={origin.date} className="text-muted">
            {formatDate(origin.date)}
          </time>
          <span>{nameOf(origin.token_id) ?? origin.network.name}</span>
          <Blocks origin={origin} />
        </span>
        <ul className="flex flex-col gap-1 border-l pl-3 text-faint">
          {origin.readings.map(({ from_block: from, to_block: to, endpoint, digest, read_at: at }) => (
            <li key={from} className="flex flex-wrap gap-x-3">
              <span>
                blocks {from} to {to} from {endpoint}, <time dateTime={at}>{formatInstant(at)}</time>
              </span>
              <code className="break-all font-mono text-xs" title="SHA-256 of the transfers of these blocks">
                {digest.slice(0, 16)}…
              </code>
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
);
