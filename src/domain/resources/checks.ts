/** Results of the checks of served figures (`domain/checks`): what was found, since when, and what to do about it. */
import {
  checkOf,
  checkSeverities,
  checkSlugs,
  checkStates,
  checks,
  isCheckSlug,
  severityDocs,
} from "../checks/checks";
import { reference } from "./commonFields";
import { type EntityKind, entityTypes, refersTo } from "./entities";
import { describeResource, type Field, type FieldDraft, field } from "./resource";

const made = { source: "Computed by Cadastre" } as const;
const column = <const Name extends string>(draft: FieldDraft<Field<Name>>) => field({ ...made, ...draft });
const referred = <Kind extends EntityKind>(kind: Kind) =>
  reference(kind).map(({ field: one }) => ({ ...one, ...made }));

const describeCheck = (slug: string) => (isCheckSlug(slug) ? checkOf(slug).doc : null);
const listed = (nameOf: (check: (typeof checks)[number]) => string) =>
  checks.map((check) => `${nameOf(check)} (${check.doc.replace(/\.$/, "")})`).join("; ");

/** Fields that identify the subject, as its name does. */
const ofSubject = [
  "asset_id",
  "asset_slug",
  "asset_name",
  "network_id",
  "network_slug",
  "network_name",
  "token_id",
];

export const checksResource = describeResource({
  slug: "checks",
  singular: "check result",
  label: "Checks",
  doc: "Results of the checks that run over served figures after every change: open ones, and those resolved since.",
  defaultSort: { field: "date", direction: "desc" },
  searchFields: ["subject", "measure_name", "statement"],
  fields: [
    column({ name: "id", type: "id", label: "Id", doc: "Numeric id of the result." }),
    column({
      name: "check_slug",
      aliases: ["check"],
      type: "enum",
      values: checkSlugs,
      describeValue: describeCheck,
      label: "Check",
      doc: `Check that found it: ${listed(({ slug }) => `\`${slug}\``)}.`,
      hint: `Check that found it: ${listed(({ name }) => name)}.`,
    }),
    column({
      name: "severity",
      type: "enum",
      values: checkSeverities,
      describeValue: (value) =>
        checkSeverities.flatMap((one) => (one === value ? severityDocs[one] : []))[0] ?? null,
      label: "Severity",
      doc: `How sure it is: ${checkSeverities.map((one) => `\`${one}\` (${severityDocs[one]})`).join("; ")}.`,
      hint: `How sure it is: ${checkSeverities.map((one) => `${one} (${severityDocs[one]})`).join("; ")}.`,
    }),
    column({
      name: "state",
      type: "enum",
      values: checkStates,
      label: "State",
      doc: "Open while the figures break the check, and resolved afterwards.",
    }),
    column({
      name: "statement",
      type: "string",
      label: "Result",
      doc: "The result in one line.",
      links: { note: "action" },
      policy: { reveals: [...ofSubject, "subject", "measure_slug", "date", "value", "bound"] },
    }),
    column({
      name: "subject_type",
      type: "enum",
      values: entityTypes,
      label: "Subject type",
      doc: "Kind of entity that the figure is about.",
    }),
    column({
      name: "subject_id",
      type: "id",
      label: "Subject id",
      doc: "Numeric id of the entity that the figure is about; for figures of an asset as a whole, of the asset.",
    }),
    column({
      name: "subject",
      type: "string",
      label: "Subject",
      doc: "Name of the entity that the figure is about.",
      policy: { reveals: ofSubject },
    }),
    ...referred("asset"),
    ...referred("asset_class"),
    ...referred("network"),
    ...referred("platform"),
    ...referred("issuer"),
    column({
      name: "token_id",
      type: "id",
      refersTo: refersTo("token", "id"),
      label: "Token id",
      doc: "Numeric id of its token.",
      nullable: true,
    }),
    column({
      name: "measure_id",
      type: "id",
      label: "Metric id",
      doc: "Numeric id of the metric.",
      policy: { reveals: ["measure_slug"] },
    }),
    column({
      name: "measure_slug",
      type: "slug",
      label: "Metric slug",
      doc: "Slug of the metric.",
      groupable: true,
    }),
    column({
      name: "measure_name",
      type: "string",
      label: "Metric",
      doc: "Label of the metric.",
      groupable: true,
      policy: { reveals: ["measure_slug"] },
    }),
    column({ name: "date", type: "date", label: "First day", doc: "First day of the figures concerned." }),
    column({ name: "last_date", type: "date", label: "Last day", doc: "Last day of the figures concerned." }),
    column({
      name: "value",
      type: "number",
      label: "Value",
      doc: "What was found on the first day; the description of each check says what it is.",
    }),
    column({
      name: "bound",
      type: "number",
      label: "Bound",
      doc: "What the value is compared with; the description of each check says what it is.",
    }),
    column({
      name: "bound_measure_slug",
      type: "slug",
      label: "Metric of bound",
      doc: "Slug of the metric that the bound is a figure of.",
      whenNull: "if it is no other metric",
      nullable: true,
    }),
    column({
      name: "since",
      type: "datetime",
      label: "Since",
      doc: "Time at which it was first found, UTC.",
    }),
    column({
      name: "resolved",
      type: "datetime",
      label: "Resolved",
      doc: "Time at which the figures first passed again, UTC.",
      whenNull: "while it is open",
      nullable: true,
    }),
    column({
      name: "action",
      type: "text",
      label: "What to do",
      doc: "What the operator can do about it.",
    }),
    column({
      name: "is_sample",
      type: "boolean",
      label: "Sample",
      doc: "Whether the figure is sample data.",
    }),
  ],
});
