import type { ResourceRow } from "#domain/api";
import { wordsOfValue } from "#domain/vocabulary";
import { formatFigure } from "../../format/formatNumber";
import { Unknown } from "../../format/Unknown";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";
import { SearchLink } from "../table/query/SearchLink";

const counts = [
  ["domiciled_issuer_count", "Issuers"],
  ["domiciled_platform_count", "Platforms"],
  ["domiciled_manager_count", "Asset managers"],
] as const;

type Counts = Readonly<Record<(typeof counts)[number][0], number>>;

interface Row extends Counts {
  /** Null for participants whose jurisdiction is unknown. */
  slug: string | null;
  name: string;
  regulator: string | null;
  frameworks: readonly string[];
}

const SHOWN = 12;

const columns: readonly SmallColumn<Row>[] = [
  {
    name: "name",
    header: "Jurisdiction",
    cell: ({ slug, name }) =>
      slug === null ? (
        <span className="font-medium">{name}</span>
      ) : (
        <SearchLink
          patch={{ place: slug }}
          className="inline-block min-h-6 content-center font-medium hover:text-accent hover:underline"
        >
          {name}
        </SearchLink>
      ),
  },
  ...counts.map(([name, header]) => ({
    name,
    header,
    numeric: true,
    cell: (row: Row) => formatFigure(row[name], "count"),
  })),
  { name: "regulator", header: "Regulator", cell: ({ regulator }) => regulator ?? <Unknown /> },
  {
    name: "frameworks",
    header: "Frameworks",
    cell: ({ frameworks }) =>
      frameworks.length === 0 ? <Unknown /> : frameworks.map(wordsOfValue).join(", "),
  },
];

const countsOf = (row: ResourceRow): Counts => ({
  domiciled_issuer_count: Number(row.domiciled_issuer_count),
  domiciled_platform_count: Number(row.domiciled_platform_count),
  domiciled_manager_count: Number(row.domiciled_manager_count),
});
const sum = (row: Counts) => counts.reduce((total, [name]) => total + row[name], 0);

export interface ParticipantPlacesProps {
  jurisdictions: readonly ResourceRow[];
  /** Number of participants whose jurisdiction is unknown. */
  unknown: Counts;
}

/** Participants by jurisdiction of registration, with a separate row for unknown jurisdictions. */
export function ParticipantPlaces({ jurisdictions, unknown }: ParticipantPlacesProps) {
  const known = jurisdictions.map(
    (row): Row => ({
      ...countsOf(row),
      slug: String(row.slug),
      name: String(row.name),
      regulator: typeof row.regulator === "string" ? row.regulator : null,
      frameworks: Array.isArray(row.regulatory_frameworks) ? row.regulatory_frameworks.map(String) : [],
    }),
  );
  const rows: Row[] = [
    { ...unknown, slug: null, name: "Unknown jurisdiction", regulator: null, frameworks: [] },
    ...known.filter((row) => sum(row) > 0).toSorted((a, b) => sum(b) - sum(a)),
  ];
  return (
    <SmallTable
      caption="Participants by jurisdiction"
      columns={columns}
      rows={rows}
      rowKey={({ slug }) => slug ?? ""}
      most={SHOWN}
      perColumn={7}
    />
  );
}
