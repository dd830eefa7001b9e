import { evidenceKinds, type ResourceRow } from "#domain";
import { textOf } from "../../format/textOf";
import { publisherOf } from "../evidence/factParts";

/** A public document behind facts of an asset. */
export interface AssetDocument {
  address: string;
  name: string;
  publisher: string;
  /** As far as it is known: `2025`, `2025-05` or `2025-05-31`; null where it bears none. */
  date: string | null;
  /** Labels of the kinds of facts that it states, in the order of the kinds. */
  supports: readonly string[];
}

/** The documents that state facts, each once, the newest first; those without a date last. */
export function assetDocuments(facts: readonly ResourceRow[]): AssetDocument[] {
  const byDocument = new Map<string, ResourceRow[]>();
  for (const fact of facts) {
    const key = JSON.stringify([fact.source_url, fact.document, fact.stated]);
    byDocument.set(key, [...(byDocument.get(key) ?? []), fact]);
  }
  return [...byDocument.values()]
    .map((of): AssetDocument => {
      const kinds = new Set(of.map(({ kind }) => kind));
      return {
        address: String(of[0]?.source_url),
        name: String(of[0]?.document),
        publisher: of[0] === undefined ? "" : publisherOf(of[0]),
        date: textOf(of[0]?.stated),
        supports: evidenceKinds.filter(({ kind }) => kinds.has(kind)).map(({ label }) => label),
      };
    })
    .toSorted((one, other) => (other.date ?? "").localeCompare(one.date ?? ""));
}
