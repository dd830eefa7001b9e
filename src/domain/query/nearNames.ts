import { distance as editDistance } from "fastest-levenshtein";

/** A valid name: on the wire, and its label on pages. */
export interface KnownName {
  name: string;
  label: string;
}

/** Maximum number of suggestions; more would be a list to read. */
const MOST = 3;

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "_");

/** Distance of a known name from the requested one; null where it is too far. */
function distance(requested: string, { name, label }: KnownName): number | null {
  if (plain(name) === requested || plain(label) === requested) return 0;
  if (requested.length < 3) return null;
  if (name.startsWith(requested)) return 1;
  const words = name.split("_");
  if (requested.split("_").every((word) => words.includes(word))) return 2;
  const most = Math.min(2, Math.floor(requested.length / 4));
  const away = editDistance(requested, name);
  return away > most ? null : 2 + away;
}

/** The known names that an unknown name can mean, the likeliest first. */
export function nearNames(requested: string, known: Iterable<KnownName>): string[] {
  const wanted = plain(requested.split(/[.:]/)[0] ?? "");
  const far = new Map<string, number>();
  for (const one of known) {
    const away = distance(wanted, one);
    if (away !== null) far.set(one.name, Math.min(away, far.get(one.name) ?? away));
  }
  const found = [...far].sort(
    ([a, near], [b, away]) => near - away || a.length - b.length || (a < b ? -1 : 1),
  );
  const same = found.filter(([, away]) => away === 0);
  return (same.length > 0 ? same : found).slice(0, MOST).map(([name]) => name);
}

/** Suggestions as the end of a message such as "… has no such name". */
export function suggestedNames(near: readonly string[]): string {
  const last = near.at(-1);
  if (last === undefined) return "; see /meta of the endpoint for valid names";
  return `; did you mean ${near.length === 1 ? last : `${near.slice(0, -1).join(", ")} or ${last}`}?`;
}
