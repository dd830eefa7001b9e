import type { ResourceRow } from "#domain/api";
import { shortAddress } from "#domain/text";
import { Badge } from "../../../ui/display/Badge";

/** Distinguishes a token from others of its asset and network: bridged or not, and its address. */
export function TokenMark({ row }: { row: ResourceRow }) {
  const address = row.token_address ?? row.address;
  const isBridged = row.is_bridged === true;
  if (!isBridged && typeof address !== "string") return null;
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      {isBridged && <Badge size="xs">Bridged</Badge>}
      {typeof address === "string" && (
        <code title={address} className="font-mono text-faint text-xs">
          {shortAddress(address)}
        </code>
      )}
    </span>
  );
}
