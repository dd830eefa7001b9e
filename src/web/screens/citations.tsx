import { CitationList } from "../features/citations/CitationList";
import { HowToCite } from "../features/citations/HowToCite";
import type { TableSpec } from "../features/table/query/tableQuery";
import type { Screen } from "./frame/screen";
import { section, view } from "./frame/section";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { card } from "./sections/card";
import { wholeTable } from "./sections/table";

const documents = {
  resource: "cited_documents",
  columns: ["document", "publisher", "date", "fact_count", "asset_count", "kinds", "source_url"],
  perPage: 25,
} satisfies TableSpec;

const TITLE = "Media & Citations";

const media = card<Subject>(
  "In the media",
  section({
    queries: () => ({
      citations: {
        rowsOf: "citations",
        pagination: { page: 1, perPage: 100 },
        fields: ["title", "publisher", "medium", "authors", "published", "language", "quote", "source_url"],
      } as const,
    }),
    render: ({ citations: { results } }) => <CitationList citations={results} />,
  }),
);

const howToCite = view(({ status }) => <HowToCite status={status} />);

const documentsHeading = view(() => (
  <div>
    <h2 className="font-semibold text-base tracking-tight">Documents cited</h2>
    <p className="text-muted text-sm">Public documents that are the sources of facts about assets.</p>
  </div>
));

/** Publications that cite the data, how to cite it, and its own sources. */
export const citations: Screen<Subject> = {
  subject: rowsListed(
    documents,
    "Publications that cite this data, how to cite it, and the public documents it is based on.",
  ),
  header: { title: TITLE },
  sections: [media, howToCite, documentsHeading, wholeTable(documents)],
  head: ({ description }) => ({ title: TITLE, description: description ?? TITLE }),
};
