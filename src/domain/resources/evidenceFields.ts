/** Filters of assets by their evidence. */
import type { Asset } from "../catalog/schema";
import { flagOf, listOf } from "../evidence/assetEvidence";
import { type LatestAttestation, latestAttestationOf } from "../evidence/attestation";
import {
  type EvidenceFlag,
  type EvidenceList,
  evidenceDetails,
  evidenceKinds,
} from "../evidence/evidenceKinds";
import type { CatalogIndex } from "./catalogIndex";
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

/** Known values; empty for none. */
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

const latest =
  <Part extends keyof LatestAttestation>(part: Part) =>
  ({ slug }: Asset, { evidenceByAsset }: CatalogIndex): LatestAttestation[Part] | null =>
    latestAttestationOf(evidenceByAsset.get(slug) ?? [])?.[part] ?? null;

/** The latest attestation of reserves, and whether the next one is overdue. */
export const attestationFields = [
  catalogField<Asset, "attestation_date">({
    ...fromEvidence,
    name: "attestation_date",
    type: "date",
    label: "Latest attestation",
    doc: "Last day covered by the latest attestation of reserves in the catalog. Reports that cover no stated period have no such day. Audits of accounts are not counted.",
    whenNull: "if the catalog has no dated report",
    nullable: true,
    read: latest("date"),
  }),
  catalogField<Asset, "attestation_by">({
    ...fromEvidence,
    name: "attestation_by",
    type: "string",
    label: "Latest attestor",
    policy: { reveals: ["attestors"] },
    doc: "Who made the latest attestation of reserves.",
    whenNull: "if unknown",
    nullable: true,
    groupable: true,
    read: latest("attestor"),
  }),
  catalogField<Asset, "attestation_frequency">({
    ...fromEvidence,
    name: "attestation_frequency",
    type: "enum",
    values: evidenceDetails.find(({ name }) => name === "report_frequency")?.values ?? null,
    label: "Attestation frequency",
    doc: "How often reserves are attested, as stated.",
    whenNull: "if no frequency is stated",
    nullable: true,
    read: latest("frequency"),
  }),
  catalogField<Asset, "attestation_percent">({
    ...fromEvidence,
    name: "attestation_percent",
    type: "number",
    unit: "percent",
    label: "Attested reserves to supply",
    doc: "Reserves in the latest attestation divided by units outstanding on the same day.",
    whenNull: "if not stated",
    nullable: true,
    read: latest("ratio"),
  }),
  catalogField<Asset, "attestation_due_date">({
    ...fromEvidence,
    name: "attestation_due_date",
    type: "date",
    label: "Attestation due",
    policy: { reveals: ["attestation_date", "attestation_frequency"] },
    doc: "Last day on which the next attestation is not overdue: the end of the next period by the stated frequency plus 7 (daily), 14 (weekly), 45 (monthly), 60 (quarterly), 90 (semiannual) or 180 days (annual).",
    hint: "Last day on which the next attestation is not overdue.",
    whenNull: "without a dated report or a stated frequency, and for continuous attestations",
    nullable: true,
    read: latest("dueDate"),
  }),
  catalogField<Asset, "is_attestation_overdue">({
    ...fromEvidence,
    name: "is_attestation_overdue",
    type: "boolean",
    label: "Attestation overdue",
    policy: { reveals: ["attestation_due_date"] },
    doc: "Whether `attestation_due_date` has passed, in UTC, without a later report in the catalog.",
    hint: "Whether the due date has passed without a later report in the catalog.",
    whenNull: "if there is no due date",
    nullable: true,
    computed: true,
    read: () => null,
  }),
];
