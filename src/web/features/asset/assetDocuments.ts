import type { ResourceRow } from "#domain/api";
import { evidenceKinds } from "#domain/evidence";
import { textOf } from "../../format/textOf";
import { publisherOf } from "../evidence/factParts";

/** A public document that states facts about an asset. */
export interface AssetDocument {
  address: string;
  name: string;
  publisher: string;
  /** With the precision that is known: `2025`, `2025-05` or `2025-05-31`; null for an undated document. */
  date: string | null;
  /** Labels of the kinds of facts that the document states, in the order of the kinds. */
  supports: readonly string[];
}

/** Distinct documents that state facts, newest first, undated ones last. */
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
