import { CoverageTable } from "../features/evidence/CoverageTable";
import type { TableSpec } from "../features/table/query/tableQuery";
import { Card } from "../ui/display/Card";
import type { Screen } from "./frame/screen";
import { section, view } from "./frame/section";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { wholeTable } from "./sections/table";

const facts = {
  resource: "evidence",
  columns: ["asset_name", "kind", "statement", "date", "publisher", "document", "source_url"],
  perPage: 25,
} satisfies TableSpec;

const coverage = section({
  queries: () => ({
    fields: {
      rowsOf: "evidence_coverage",
      pagination: { page: 1, perPage: 1_000 },
      fields: ["field", "field_label", "topic", "asset_class_slug", "asset_count", "known_count"],
    } as const,
  }),
  render: ({ fields: { results } }) => (
    <Card
      title="What is known"
      description="Share of assets in the catalog for which each field is known, or known to be none. Unknown is never shown as No."
      padded={false}
    >
      <CoverageTable rows={results} />
    </Card>
  ),
});

const allFacts = view(() => <h2 className="font-semibold text-base tracking-tight">All facts</h2>);

/** Facts about assets with their documents, and their coverage. */
export const evidence: Screen<Subject> = {
  isUndated: true,
  subject: rowsListed(facts),
  header: {},
  sections: [coverage, allFacts, wholeTable(facts)],
  head: ({ name, description }) => ({
    title: name,
    description: `${description} Coverage by field and asset class.`,
  }),
};
