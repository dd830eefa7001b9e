import { type EntityStats, type ResourceRow, resourceByName } from "#domain";
import type { ColoredGroup } from "../../charts/groupColor";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A row as charts know it; null for rows of resources that are no groups of any chart. */
export function coloredRow(resource: string, row: ResourceRow | EntityStats): ColoredGroup | null {
  const type = resourceByName(resource)?.metricsOf ?? null;
  // Tokens are told apart by their networks, not by colours of their own.
  if (type === null || type === "token") return null;
  return { type, id: row.id, slug: text(row.slug), name: text(row.name) ?? "", color: text(row.color_hex) };
}
