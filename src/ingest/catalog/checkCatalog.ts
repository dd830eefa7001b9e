import { type Asset, catalogKindNames, type FirmRow, type Platform } from "#domain/catalog";
import { evidenceDetails } from "#domain/evidence";
import { nearNames, suggestedNames } from "#domain/query";
import {
  ASSET_LISTING_OFFSET,
  type AssetParty,
  assetParties,
  entityKinds,
  entityOf,
  formerIdsOf,
  indexCatalog,
  kindListedBy,
} from "#domain/resources";
import { assetClasses, partyKinds } from "#domain/vocabulary";
import { addressProblem } from "./addressProblem";
import { checkAddressLabels } from "./checkAddressLabels";
import { checkMigrations } from "./checkMigrations";
import type { CatalogProblem, CatalogReading } from "./readCatalog";
import { OWN_IDS_START, reservedIds } from "./reservedIds";

export type Report = (row: object, field: string, message: string) => void;

/**
 * All problems of a catalog: schema errors, and inconsistencies between rows (duplicate ids and slugs,
 * dangling references, addresses, reserved ids). In file and line order.
 */
export function checkCatalog(reading: CatalogReading): CatalogProblem[] {
  const problems = [...reading.problems];
  for (const file of reading.missing) {
    problems.push({ file, line: 0, field: "", message: "file missing from the catalog folder" });
  }
  const report: Report = (row, field, message) => {
    const origin = reading.origins.get(row) ?? { file: "", line: 0 };
    problems.push({ ...origin, field, message });
  };
  checkUniqueness(reading, report);
  checkReservedIds(reading, report);
  checkReferences(reading, report);
  checkGroups(reading, report);
  checkEvidenceFiles(reading, report);
  checkAddresses(reading, report);
  checkMigrations(reading, report);
  checkAddressLabels(reading, report);
  return problems.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}

/**
 * A row outside all groups is its own group, so it cannot have the slug of another; each slug has one name.
 */
function checkGroups({ catalog }: CatalogReading, report: Report) {
  const names = new Map<string, string>();
  for (const kind of partyKinds) {
    const rows: readonly (Platform | FirmRow)[] = catalog[entityOf(kind).resource];
    const slugs = new Set(rows.flatMap(({ group }) => group?.slug ?? []));
    for (const row of rows) {
      if (row.group === null) {
        if (slugs.has(row.slug))
          report(row, "group", `is required, since other rows name ${row.slug} as their group`);
        continue;
      }
      const { slug, name } = row.group;
      const known = names.get(slug);
      if (known !== undefined && known !== name)
        report(row, "group.name", `must be ${known}, as other rows call the group ${slug}`);
      names.set(slug, known ?? name);
    }
  }
}

function checkUniqueness({ catalog, origins }: CatalogReading, report: Report) {
  const unique = <Row extends object>(
    rows: readonly Row[],
    field: string,
    namesOf: (row: Row) => readonly (string | number)[],
  ) => {
    const holders = new Map<string | number, Row>();
    for (const row of rows) {
      for (const name of namesOf(row)) {
        const holder = holders.get(name);
        const where = holder === undefined ? undefined : origins.get(holder);
        if (holder === undefined) holders.set(name, row);
        else
          report(
            row,
            field,
            `${name} is already used in ${where?.isBundled ? "the bundled " : ""}${where?.file ?? "?"} line ${where?.line ?? "?"}`,
          );
      }
    }
  };
  for (const kind of catalogKindNames) {
    unique<{ id: number }>(catalog[kind], "id", (row) => [row.id]);
    // Tokens, evidence and citations have no slugs of their own; slugs of networks are also compared with
    // aliases.
    if (kind === "networks") continue;
    unique<object>(catalog[kind], "slug", (row) => ("slug" in row ? [String(row.slug)] : []));
  }
  unique(catalog.networks, "slug", (row) => [row.slug, ...row.aliases]);
  unique(catalog.citations, "source", (row) => [row.source]);
  unique(catalog.news, "source", (row) => [row.source]);
  unique(catalog.jurisdictions, "country_code", (row) => [row.country_code]);
  const { networkBySlug } = indexCatalog(catalog);
  unique(catalog.tokens, "address", ({ network, address }) => {
    const { slug, chain_id } = networkBySlug.get(network) ?? { slug: network, chain_id: null };
    return address === null ? [] : [`${slug}/${chain_id === null ? address : address.toLowerCase()}`];
  });
}

/** All former ids of entities of any kind. They are never reused. */
const formerIds = new Set(
  entityKinds.flatMap((kind) => formerIdsOf(kind).map(([former]) => `${kind} ${former}`)),
);

function checkReservedIds({ catalog }: CatalogReading, report: Report) {
  for (const kind of catalogKindNames) {
    const reserved = reservedIds[kind] ?? {};
    const slugOfId = new Map(Object.entries(reserved).map(([slug, id]) => [id, slug]));
    for (const row of catalog[kind]) {
      const slug = "slug" in row ? row.slug : null;
      const wanted = slug === null ? undefined : reserved[slug];
      const owner = slugOfId.get(row.id);
      if (wanted !== undefined && wanted !== row.id) {
        report(row, "id", `${slug} must keep its published id ${wanted}; it has ${row.id}`);
      } else if (owner !== undefined && owner !== slug) {
        report(row, "id", `the id ${row.id} is reserved for ${owner}`);
      } else if (owner === undefined && row.id <= OWN_IDS_START) {
        report(row, "id", `the id must be above ${OWN_IDS_START}; it is ${row.id}`);
      } else if (formerIds.has(`${kindListedBy(kind)} ${row.id}`)) {
        report(row, "id", `the id ${row.id} previously belonged to another row`);
      } else if (row.id >= ASSET_LISTING_OFFSET) {
        report(row, "id", `the id must be below ${ASSET_LISTING_OFFSET}; it is ${row.id}`);
      }
    }
  }
}

/** Candidates for a mistyped slug. */
const nearSlugs = (slug: string, slugs: readonly string[]): string[] =>
  nearNames(
    slug,
    slugs.map((name) => ({ name: name.replaceAll("-", "_"), label: name })),
  ).map((name) => name.replaceAll("_", "-"));

/** A row of any kind, with the names that it shares with assets. */
type Naming = { id: number } & Partial<Pick<Asset, AssetParty>>;

function checkReferences({ catalog }: CatalogReading, report: Report) {
  const index = indexCatalog(catalog);
  const refer = (
    row: object,
    {
      field,
      to,
      what,
      known,
    }: {
      field: string;
      to: string | null;
      what: string;
      known: Pick<ReadonlySet<string>, "has">;
    },
  ) => {
    if (to !== null && !known.has(to)) report(row, field, `there is no ${what} ${to} in the catalog`);
  };
  const countries = new Set(catalog.jurisdictions.map((row) => row.country_code));
  for (const row of catalog.networks) {
    refer(row, { field: "parent", to: row.parent, what: "network", known: index.networkBySlug });
  }
  const meant = (kind: AssetParty, slug: string | null | undefined): string => {
    if (kind === "asset_class") return `; use one of ${assetClasses.map((one) => one.slug).join(", ")}`;
    if (kind === "jurisdiction") return "; use a country code of jurisdictions.jsonl";
    const resource = catalogKindNames.find((name) => name === entityOf(kind).resource);
    const rows: readonly object[] = resource === undefined ? [] : catalog[resource];
    const near = nearSlugs(
      String(slug),
      rows.flatMap((row) => ("slug" in row ? [String(row.slug)] : [])),
    );
    return near.length === 0 ? "" : suggestedNames(near);
  };
  for (const row of catalogKindNames.flatMap((kind): readonly Naming[] => catalog[kind])) {
    for (const kind of assetParties) {
      const what = kind.replaceAll("_", " ");
      if (row[kind] != null && index.partyOf(kind, row) === null)
        report(row, kind, `there is no ${what} ${row[kind]} in the catalog${meant(kind, row[kind])}`);
    }
  }
  for (const row of catalog.assets) {
    for (const [i, { provider }] of row.service_providers.entries()) {
      const field = `service_providers.${i}.provider`;
      refer(row, { field, to: provider, what: "service provider", known: index.providerBySlug });
    }
  }
  for (const row of catalog.tokens) {
    refer(row, { field: "asset", to: row.asset, what: "asset", known: index.assetBySlug });
    refer(row, { field: "network", to: row.network, what: "network", known: index.networkBySlug });
  }
  for (const row of catalog.evidence) {
    refer(row, { field: "asset", to: row.asset, what: "asset", known: index.assetBySlug });
    // Countries are chosen and shown by the names of their jurisdictions.
    for (const { name } of countryDetails) {
      for (const to of [row[name]].flat()) {
        if (typeof to === "string") refer(row, { field: name, to, what: "jurisdiction", known: countries });
      }
    }
  }
  for (const row of [...catalog.citations, ...catalog.news]) {
    for (const [i, to] of row.assets.entries()) {
      refer(row, { field: `assets.${i}`, to, what: "asset", known: index.assetBySlug });
    }
  }
}

const countryDetails = evidenceDetails.filter(({ isCountry }) => isCountry);

/** All evidence about an asset must be in one file, so that a reviewer sees all of it. */
function checkEvidenceFiles({ catalog, origins }: CatalogReading, report: Report) {
  for (const row of catalog.evidence) {
    const file = `evidence/${row.asset}.jsonl`;
    if (origins.get(row)?.file !== file)
      report(row, "asset", `evidence about ${row.asset} belongs in ${file}`);
  }
}

/**
 * Addresses must be in the format of explorers, with a checksum where there is one, so that a mistyped letter
 * is detected.
 */
function checkAddresses({ catalog }: CatalogReading, report: Report) {
  const { networkBySlug } = indexCatalog(catalog);
  for (const row of catalog.tokens) {
    if (row.address === null) continue;
    const problem = addressProblem(row.address, {
      network: networkBySlug.get(row.network),
      standard: row.standard,
    });
    if (problem !== null) report(row, "address", problem);
    if (
      networkBySlug.get(row.network)?.chain_id != null &&
      row.standard?.startsWith("ERC-") &&
      row.standard !== "ERC-721" &&
      row.decimals !== null &&
      row.decimals > 27
    ) {
      report(row, "decimals", `${row.decimals} decimals are implausible for an ${row.standard} token`);
    }
  }
}
