import type { ResourceRow } from "#domain/api";
import { shortAddress } from "#domain/text";

/** Name of a row in button labels. Tokens of one name are distinguished by network and address. */
export function watchedName(name: unknown, { id, network_name, address }: ResourceRow): string {
  const place = typeof network_name === "string" ? ` on ${network_name}` : "";
  const mark = typeof address === "string" ? ` (${shortAddress(address)})` : "";
  return `${String(name ?? id)}${place}${mark}`;
}
