/** Checks of the rows of `addresses`: what they refer to, their form, and that no two apply to the same day. */
import type { AddressRow } from "#domain/catalog";
import { entityOf, indexCatalog } from "#domain/resources";
import { partyKinds } from "#domain/vocabulary";
import { addressProblem } from "./addressProblem";
import type { Report } from "./checkCatalog";
import type { CatalogReading } from "./readCatalog";

export function checkAddressLabels({ catalog, origins }: CatalogReading, report: Report) {
  const index = indexCatalog(catalog);
  // Firms and platforms have the name that the catalog has for them.
  const parties = partyKinds.flatMap((kind): readonly { slug: string; name: string }[] => {
    return catalog[entityOf(kind).resource];
  });
  const names = new Map([...parties, ...catalog.service_providers].map(({ slug, name }) => [slug, name]));
  const labels = new Map<string, AddressRow[]>();
  for (const row of catalog.addresses) {
    const network = index.networkBySlug.get(row.network);
    if (network === undefined) report(row, "network", `there is no network ${row.network} in the catalog`);
    if (row.asset !== null && !index.assetBySlug.has(row.asset))
      report(row, "asset", `there is no asset ${row.asset} in the catalog`);
    const problem = addressProblem(row.address, { network });
    if (problem !== null) report(row, "address", problem);
    if (row.owner !== null && row.owner_name !== null) {
      const known = names.get(row.owner) ?? row.owner_name;
      if (known !== row.owner_name)
        report(row, "owner_name", `must be ${known}, as the catalog calls ${row.owner}`);
      names.set(row.owner, known);
    }
    const address = network?.chain_id == null ? row.address : row.address.toLowerCase();
    const key = `${network?.slug ?? row.network}/${address}/${row.asset ?? ""}`;
    const others = labels.get(key) ?? [];
    const other = others.find((one) => overlaps(one, row));
    if (other !== undefined) {
      const { file, line } = origins.get(other) ?? { file: "?", line: 0 };
      report(row, "address", `already has a label on the same days in ${file} line ${line}`);
    }
    labels.set(key, [...others, row]);
  }
}

const FIRST = "0000-00-00";
const LAST = "9999-99-99";

const overlaps = (a: AddressRow, b: AddressRow): boolean =>
  (a.from_date ?? FIRST) <= (b.to_date ?? LAST) && (b.from_date ?? FIRST) <= (a.to_date ?? LAST);
