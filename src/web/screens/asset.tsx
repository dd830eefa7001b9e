import { Link } from "@tanstack/react-router";
import type { ResourceRow } from "#domain/api";
import { type AssetClassSlug, assetClasses } from "#domain/vocabulary";
import { Attestation } from "../features/asset/Attestation";
import { assetFactsOf, distributionWords } from "../features/asset/assetFacts";
import {
  assetFields,
  deploymentsOf,
  evidenceOf,
  networksOf,
  providersOf,
  relatedTo,
  transactionsOf,
} from "../features/asset/assetQueries";
import { assetChart, assetGroups, assetTiles, lacksNetSupplyByToken } from "../features/asset/assetSet";
import { DeploymentsTable } from "../features/asset/DeploymentsTable";
import { EndedNotice } from "../features/asset/EndedNotice";
import { Parties } from "../features/asset/Parties";
import { RecentTransactions } from "../features/asset/RecentTransactions";
import { RelatedAssets } from "../features/asset/RelatedAssets";
import { ServiceProviders } from "../features/asset/ServiceProviders";
import { suggestAssets } from "../features/asset/suggestAssets";
import { availableMetrics } from "../features/chartView/availableMetrics";
import { ReportButton } from "../features/contact/ReportLink";
import { Evidence } from "../features/evidence/Evidence";
import { StatedFacts } from "../features/evidence/StatedFacts";
import { newestFirst, sourceFact } from "../features/evidence/sourceFact";
import { WatchFigureLink } from "../features/provenance/ProvenanceSection";
import { WatchButton } from "../features/watchlist/WatchButton";
import { documentName } from "../format/documentName";
import { textOf } from "../format/textOf";
import { Badge } from "../ui/display/Badge";
import { Card } from "../ui/display/Card";
import { documents, history, holders, largestHolders, navAndPrice } from "./assetRecord";
import { pair } from "./frame/layout";
import { OutsideLink } from "./frame/OutsideLink";
import type { Screen } from "./frame/screen";
import { anchored, type ScreenContext, section, view } from "./frame/section";
import type { ProfileSubject } from "./frame/subject";
import { profileOf } from "./frame/subjects";
import { chart } from "./sections/chart";
import { freshness, methodology, provenance } from "./sections/provenance";
import { relatedNews } from "./sections/relatedNews";
import { tiles } from "./sections/tiles";

type AssetContext = ScreenContext<ProfileSubject>;

/** The asset class, if it is known. */
const classOf = ({ row }: ProfileSubject): AssetClassSlug | null =>
  assetClasses.find((known) => known.slug === row.asset_class_slug)?.slug ?? null;

const defaults = (subject: ProfileSubject) =>
  subject.endedDate === null ? assetChart(classOf(subject), subject.row) : assetChart(classOf(subject));

/** Ended assets have no current figures; their charts show the metric of their class. */
const known = (subject: ProfileSubject): readonly string[] =>
  subject.endedDate === null
    ? availableMetrics(subject.row, defaults(subject).metric)
    : [...new Set([defaults(subject).metric, ...assetTiles(classOf(subject))])];

const figures = (subject: ProfileSubject) => {
  const metrics = known(subject);
  return assetTiles(classOf(subject)).filter((metric) => metrics.includes(metric));
};

const parties = view<ProfileSubject>(({ subject }) => <Parties asset={subject.row} />);

const attestation = view<ProfileSubject>(({ subject }) => <Attestation asset={subject.row} />);

const ended = view<ProfileSubject>(({ subject }) =>
  subject.endedDate === null ? null : <EndedNotice name={subject.name} endedDate={subject.endedDate} />,
);

const deployments = section({
  queries: ({ subject }: AssetContext) => ({
    tokens: deploymentsOf(subject.slug),
    networks: networksOf(subject.row),
  }),
  render: ({ tokens: { results }, networks }, { subject }) => (
    <Card
      title="Tokens"
      description={`${results.length === 1 ? "One token contract" : `${results.length} token contracts`} in the catalog.`}
      padded={false}
    >
      <DeploymentsTable asset={subject.name} deployments={results} networks={networks?.results ?? []} />
      {lacksNetSupplyByToken(subject.row, results) && (
        <p className="border-t px-4 py-3 text-muted text-sm">
          Native units may be locked to back bridged ones, and no source states how many: net supply and value
          are known for {subject.name} as a whole, not by network. Charts by network show them as Off-Chain.
        </p>
      )}
    </Card>
  ),
});

const sourceOf = (row: ResourceRow, isOfTheRest: boolean) =>
  textOf(row.source_url) !== null && (
    <>
      {isOfTheRest ? "Other facts: " : "Source: "}
      <a
        href={String(row.source_url)}
        target="_blank"
        rel="noopener noreferrer"
        className="underline hover:text-ink"
      >
        {documentName(String(row.source_url))}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  );

const keyFacts = section({
  queries: ({ subject }: AssetContext) => ({ facts: evidenceOf(subject.slug) }),
  render: ({ facts: { results } }, { subject: { row } }) => {
    const facts = newestFirst(results);
    const fields = assetFactsOf(row);
    const isStated = (field: string) => sourceFact(field, row, facts) !== undefined;
    return (
      <Card title="Key facts" footer={sourceOf(row, fields.some(isStated))}>
        <StatedFacts row={row} fields={fields} facts={facts} />
        <p className="mt-3 text-muted text-sm">{distributionWords[String(row.distribution)]}</p>
      </Card>
    );
  },
});

const serviceProviders = section({
  queries: ({ subject }: AssetContext) => ({
    providers: providersOf(subject.row),
    facts: evidenceOf(subject.slug),
  }),
  render: ({ providers, facts: { results } }, { subject }) => (
    <ServiceProviders asset={subject.row} providers={providers?.results ?? []} facts={newestFirst(results)} />
  ),
});

const evidence = section({
  queries: ({ subject }: AssetContext) => ({ facts: evidenceOf(subject.slug) }),
  render: ({ facts: { results } }, { subject, status }) => (
    <Card
      title="Evidence"
      description={`What public documents say about this asset, and what is unknown.${status.has_sample ? " The documents are real; other figures on this page are sample data and do not match them." : ""}`}
      footer={
        <Link to="/evidence" className="inline-block py-1 underline hover:text-ink">
          Coverage across the catalog
        </Link>
      }
    >
      <Evidence asset={subject.row} facts={newestFirst(results)} />
    </Card>
  ),
});

const recentTransactions = section({
  queries: ({ subject }: AssetContext) => ({
    transactions: transactionsOf(subject.slug),
    networks: networksOf(subject.row),
  }),
  render: ({ transactions: { results }, networks }, { subject }) =>
    results.length > 0 && (
      <Card
        title="Recent transactions"
        padded={false}
        footer={
          <Link
            to="/transactions"
            search={{ filters: [["asset_slug", "equals", subject.slug]] }}
            className="inline-block py-1 underline hover:text-ink"
          >
            All transactions
          </Link>
        }
      >
        <RecentTransactions asset={subject.name} transactions={results} networks={networks?.results ?? []} />
      </Card>
    ),
});

const related = section({
  queries: ({ subject }: AssetContext) => ({
    ofClass: relatedTo(subject.row, "asset_class_slug"),
    ofIssuer: relatedTo(subject.row, "issuer_slug"),
  }),
  render: ({ ofClass, ofIssuer }, { subject }) => {
    const rows = { ofClass: ofClass?.results ?? [], ofIssuer: ofIssuer?.results ?? [] };
    if (rows.ofClass.length + rows.ofIssuer.length === 0) return null;
    return <RelatedAssets asset={subject.row} {...rows} />;
  },
});

/** An asset: facts, figures, deployments and provenance. */
export const asset: Screen<ProfileSubject> = {
  subject: profileOf("asset", assetFields),
  header: {
    badges: ({ subject: { row } }) => (
      <>
        <Badge size="md" variant="outline">
          {String(row.ticker)}
        </Badge>
        {row.is_investable === true && <Badge size="md">Investable</Badge>}
      </>
    ),
    actions: ({ subject: { row, id, name } }) => (
      <>
        <WatchButton kind="asset" id={id} name={name} />
        <WatchFigureLink type="asset" id={id} />
        <OutsideLink address={textOf(row.website)}>Website</OutsideLink>
        <ReportButton kind="asset" slug={String(row.slug)} />
      </>
    ),
  },
  lead: [parties, attestation, ended, tiles(figures)],
  sections: [
    anchored(
      { id: "chart", label: "Chart", hasId: true },
      chart({ defaults, groups: assetGroups, metrics: known, isOneUnit: true }),
    ),
    anchored({ id: "unit-values", label: "NAV and price" }, navAndPrice),
    anchored({ id: "tokens", label: "Tokens" }, deployments),
    anchored({ id: "holders", label: "Holders" }, holders),
    anchored({ id: "largest-holders", label: "Largest holders" }, largestHolders),
    pair(
      anchored({ id: "key-facts", label: "Key facts" }, keyFacts),
      anchored({ id: "providers", label: "Service providers" }, serviceProviders),
    ),
    anchored({ id: "evidence", label: "Evidence" }, evidence),
    anchored({ id: "history", label: "History" }, history),
    anchored({ id: "documents", label: "Documents" }, documents),
    anchored({ id: "provenance", label: "Sources", hasId: true }, provenance(figures)),
    anchored({ id: "transactions", label: "Transactions" }, recentTransactions),
    anchored({ id: "news", label: "News" }, relatedNews),
    anchored({ id: "related", label: "Related assets" }, related),
    anchored({ id: "methodology", label: "Methodology" }, methodology(figures)),
    freshness,
  ],
  head: ({ name, row }) => ({
    title: `${name} (${String(row.ticker)})`,
    description: `${name}: value, holders, tokens, activity and the source of each figure.`,
  }),
  // The route of a class is its slug.
  under: ({ row }) => `/${String(row.asset_class_slug)}`,
  missing: async ({ api, slug }) => {
    const { results, areSimilar } = await suggestAssets(api, slug);
    return {
      slug,
      areSimilar,
      suggestions: results.map(({ slug: own, name, ticker }) => ({ slug: own, name, ticker })),
    };
  },
};
