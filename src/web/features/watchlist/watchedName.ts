import { type ResourceRow, shortAddress } from "#domain";

/** What a button calls a row, by a name of it: tokens of one name are told apart by network and address. */
export function watchedName(name: unknown, { id, network_name, address }: ResourceRow): string {
  const place = typeof network_name === "string" ? ` on ${network_name}` : "";
  const mark = typeof address === "string" ? ` (${shortAddress(address)})` : "";
  return `${String(name ?? id)}${place}${mark}`;
}
