/** Error reports on facts. A link identifies the fact; the contact form is prefilled from its catalog row. */

import { metricOf, type ResourceRow } from "#domain/api";
import { metricByName } from "#domain/metrics";
import { isEqual } from "#domain/query";
import {
  type EntityKind,
  entities,
  entityOf,
  fieldByName,
  metricsOfKind,
  resourceByName,
} from "#domain/resources";
import { cutText } from "#domain/text";
import { formatFull } from "../../format/formatNumber";
import type { RowsQuery } from "../../rpc/marketQueries";

/** A fact: a field or metric of an entity, or a line of its evidence. */
export interface ReportedFact {
  kind: EntityKind | "evidence";
  /** Slug of the entity, id of the line. */
  slug: string;
  /** Name of the field, slug of the metric. */
  field: string;
  /** Id of the evidence or service provider of the fact, or null. */
  about: number | null;
}

/** Search parameter of the form: `asset.usdc.isin`, `asset.usdc.attestors.120855`. */
const ADDRESS = /^([a-z_]{1,30})\.([a-z0-9-]{1,120})\.([a-z0-9_]{1,80})(?:\.(\d{1,10}))?$/;

export const reportAddress = ({ kind, slug, field, about }: ReportedFact): string =>
  [kind, slug, field, ...(about === null ? [] : [about])].join(".");

/** Parses a fact's address; null if it names no field or metric of the kind. */
export function readReportAddress(text: string | undefined): ReportedFact | null {
  const [, kind, slug = "", field = "", about] = ADDRESS.exec(text ?? "") ?? [];
  const known = kind === "evidence" ? kind : entities.find((one) => one.kind === kind)?.kind;
  if (known === undefined) return null;
  if (known === "evidence" && !/^\d{1,10}$/.test(slug)) return null;
  const resource = resourceByName(known === "evidence" ? known : entityOf(known).resource);
  if (resource === undefined) return null;
  const hasMetric = metricsOfKind(resource.metricsOf).some((metric) => metric.slug === field);
  if (fieldByName(resource, field)?.exposed !== true && !hasMetric) return null;
  // Rows are found by their slug.
  if (known !== "evidence" && fieldByName(resource, "slug")?.exposed !== true) return null;
  return { kind: known, slug, field, about: about === undefined ? null : Number(about) };
}

/** Query for the row of a reported fact. */
export function reportedRow({ kind, slug, field }: ReportedFact): RowsQuery {
  const one = { page: 1, perPage: 1 };
  if (kind === "evidence") {
    const fields = ["asset_name", "asset_slug", "statement", "document", "source_url"] as const;
    return { rowsOf: "evidence", filter: isEqual("id", Number(slug)), pagination: one, fields };
  }
  const fields = [...new Set(["name", "slug", field])];
  return {
    rowsOf: entityOf(kind).resource,
    filter: isEqual("slug", slug),
    pagination: one,
    fields,
  } as RowsQuery;
}

/** Limit of quoted characters, which leaves space for the message. */
const MOST_QUOTED = 600;

/** Catalog line of a row. Tokens have no slug there. */
function lineOf(kind: EntityKind, row: ResourceRow): string {
  const { resource } = entityOf(kind);
  const file = kind === "asset" || kind === "token" ? `${resource}/*.jsonl` : `${resource}.jsonl`;
  return `catalog/${file}, ${kind === "token" ? "" : `slug ${row.slug}, `}id ${row.id}`;
}

function quotedValue(row: ResourceRow, field: string): string {
  const metric = metricByName(field);
  if (metric?.slug === field) {
    const value = metricOf(row, metric.slug)?.val ?? null;
    return value === null ? "unknown" : formatFull(value, metric.unit, metric.format);
  }
  const value = row[field];
  if (value === null || value === undefined || value === "") return "unknown";
  return Array.isArray(value) ? value.join(", ") || "unknown" : String(value);
}

/** Initial message about a fact: entity, field, value and line of the catalog. */
export function reportMessage({ kind, slug, field, about }: ReportedFact, row: ResourceRow): string {
  const resource = resourceByName(kind === "evidence" ? kind : entityOf(kind).resource);
  const label = (resource && fieldByName(resource, field)?.label) ?? metricByName(field)?.label ?? field;
  const lines =
    kind === "evidence"
      ? [
          `Asset: ${row.asset_name} (${row.asset_slug})`,
          `Field: evidence`,
          `Value: ${cutText(quotedValue(row, "statement"), MOST_QUOTED)}`,
          `Document: ${row.document}, ${row.source_url}`,
          `Catalog line: catalog/evidence/${row.asset_slug}.jsonl, id ${slug}`,
        ]
      : [
          `${entityOf(kind).label}: ${row.name} (${row.slug})`,
          `Field: ${label} (${field})`,
          `Value: ${cutText(quotedValue(row, field), MOST_QUOTED)}`,
          `Catalog line: ${lineOf(kind, row)}`,
          ...(about === null
            ? []
            : field.startsWith("service_provider")
              ? [`Service provider: catalog/service_providers.jsonl, id ${about}`]
              : [`Evidence: catalog/evidence/${row.slug}.jsonl, id ${about}`]),
        ];
  return `${lines.join("\n")}\n\nWhat is wrong, and a public source of what is right:\n`;
}
