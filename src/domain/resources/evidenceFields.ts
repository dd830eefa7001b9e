/** What assets can be filtered by, of their evidence. */
import type { Asset } from "../catalog/schema";
import { flagOf, listOf } from "../evidence/assetEvidence";
import { type EvidenceFlag, type EvidenceList, evidenceKinds } from "../evidence/evidenceKinds";
import { refersTo } from "./entities";
import { catalogField } from "./resource";

const fromEvidence = { source: "evidence of the catalog" } as const;

/** Yes, no or unknown: true, false or null. */
export const evidenceFlags = evidenceKinds.flatMap((kind) =>
  kind.flags.map((flag) => {
    const { name, label, doc } = flag;
    return catalogField<Asset, EvidenceFlag["name"]>({
      ...fromEvidence,
      name,
      label,
      doc,
      whenNull: "if unknown",
      type: "boolean",
      nullable: true,
      read: ({ slug }, c) => flagOf(c.evidenceByAsset.get(slug) ?? [], kind, flag),
    });
  }),
);

/** Values of what is known; empty where nothing is. */
export const evidenceLists = evidenceKinds.flatMap((kind) =>
  kind.lists.map((list) => {
    const { name, label, doc, hint = doc, detail, complementOf = null } = list;
    const listed = kind.details.find((one) => one.name === detail);
    return catalogField<Asset, EvidenceList["name"]>({
      ...fromEvidence,
      name,
      label,
      doc,
      hint,
      type: "strings",
      complementOf,
      values: listed?.values ?? null,
      refersTo: listed?.isCountry ? refersTo("jurisdiction", "country_code", name) : null,
      read: ({ slug }, c) => listOf(c.evidenceByAsset.get(slug) ?? [], kind, list),
    });
  }),
);
