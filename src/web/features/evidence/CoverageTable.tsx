import type { ResourceRow } from "#domain/api";
import { assetClasses } from "#domain/vocabulary";
import { type SmallColumn, SmallTable } from "../resourceList/SmallTable";

/** A field with its coverage by class; the slug is null for all assets. */
interface CoveredField {
  name: string;
  label: string;
  topic: string;
  byClass: ReadonlyMap<string | null, ResourceRow>;
}

const classOf = (row: ResourceRow): string | null =>
  typeof row.asset_class_slug === "string" ? row.asset_class_slug : null;

function byField(rows: readonly ResourceRow[]): CoveredField[] {
  const fields = new Map<string, ResourceRow[]>();
  for (const row of rows) fields.set(String(row.field), [...(fields.get(String(row.field)) ?? []), row]);
  return [...fields].map(([name, ofField]) => ({
    name,
    label: String(ofField[0]?.field_label),
    topic: String(ofField[0]?.topic),
    byClass: new Map(ofField.map((row) => [classOf(row), row])),
  }));
}

const ALL = { slug: null, name: "All assets" };

/** The share of the assets of each class for which a field is known. */
export function CoverageTable({ rows }: { rows: readonly ResourceRow[] }) {
  const fields = byField(rows);
  const known = new Set(rows.map(classOf));
  const columns: SmallColumn<CoveredField>[] = [
    {
      name: "field",
      header: "Field",
      flexible: true,
      cell: ({ label, topic }) => (
        <span className="block min-w-0">
          <span className="font-medium">{label}</span>{" "}
          <span className="block text-faint text-sm">{topic}</span>
        </span>
      ),
    },
    ...[ALL, ...assetClasses.filter(({ slug }) => known.has(slug))].map(({ slug, name }) => ({
      name: slug ?? "all",
      header: name,
      numeric: true,
      cell: ({ byClass }: CoveredField) => <Share row={byClass.get(slug)} />,
    })),
  ];
  return (
    <SmallTable
      caption="Share of assets for which each field is known, by asset class"
      columns={columns}
      rows={fields}
      rowKey={({ name }) => name}
      perColumn={4}
    />
  );
}

/** Full percents. A positive share is never rounded to 0%, nor an incomplete one to 100%. */
function Share({ row }: { row: ResourceRow | undefined }) {
  const known = Number(row?.known_count ?? 0);
  const all = Number(row?.asset_count ?? 0);
  const percent = all === 0 ? 0 : (100 * known) / all;
  const words =
    known === 0 ? "0%" : percent < 1 ? "<1%" : `${known === all ? 100 : Math.min(99, Math.round(percent))}%`;
  return (
    <span className={known === 0 ? "text-faint" : undefined} title={`${known} of ${all} assets`}>
      {words}
    </span>
  );
}
