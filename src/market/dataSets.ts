import type { DataSet } from "#domain/api";
import { metrics } from "#domain/metrics";
import { parseQuery } from "#domain/query";
import { holdersResource, type Resource, resources } from "#domain/resources";
import { listResource } from "./listResource";
import type { Market } from "./market";

/** Every resource that is shown as a data set: how many rows it has now, and what columns a file of it has. */
export async function dataSets(market: Market): Promise<readonly DataSet[]> {
  return market.remember({
    kind: "data sets",
    key: null,
    sizeOf: (sets) => JSON.stringify(sets).length * 2,
    make: () =>
      Promise.all(
        resources
          .filter(({ slug }) => slug !== holdersResource.slug || market.holders !== "off")
          .map((resource) => describe(market, resource)),
      ),
  });
}

async function describe(market: Market, resource: Resource): Promise<DataSet> {
  const { slug, label, doc, permission, fields, metricsOf } = resource;
  const one = parseQuery({ pagination: { page: 1, perPage: 1 }, fields: ["id"] });
  const { pagination } = await listResource(market, { resource: slug, query: one });
  return {
    slug,
    label,
    doc,
    permission,
    rows: pagination.resultCount,
    fields: fields.flatMap(({ exposed, name, type }) => (exposed ? [{ name, type }] : [])),
    metrics: metricsOf === null ? 0 : metrics.length,
  };
}
