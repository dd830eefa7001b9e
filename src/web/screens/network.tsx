import { mainMetrics } from "#domain/screens";
import { EntityLink } from "../features/table/cells/EntityLink";
import { textOf } from "../format/textOf";
import { Badge } from "../ui/display/Badge";
import { OutsideLink } from "./frame/OutsideLink";
import { section } from "./frame/section";
import type { ProfileSubject } from "./frame/subject";
import { profile } from "./profile";
import { breakdown } from "./sections/breakdown";
import { league } from "./sections/league";

/** The network that it settles on. */
const parent = section({
  queries: ({ subject }: { subject: ProfileSubject }) => ({
    parents:
      typeof subject.row.parent_network_id === "number"
        ? ({
            rowsOf: "networks",
            filter: { operator: "equals", field: "id", value: subject.row.parent_network_id },
            pagination: { page: 1, perPage: 1 },
            fields: ["slug", "name"],
          } as const)
        : undefined,
  }),
  render: ({ parents }) => {
    const found = parents?.results[0];
    return found === undefined ? null : (
      <p className="mt-3 text-md">
        <span className="text-muted">Settles on </span>
        <EntityLink kind="network" slug={textOf(found.slug)}>
          {String(found.name)}
        </EntityLink>
      </p>
    );
  },
});

/** A network: figures, facts and technology. */
export const network = profile({
  kind: "network",
  facts: [
    "layer_description",
    "architecture_type_description",
    "virtual_machine_type",
    "chain_id",
    "founded_date",
    "explorer_url",
    "source_url",
  ],
  moreFacts: parent,
  fields: ["explorer_name", "parent_network_id"],
  badges: ({ layer_description: layer }) =>
    textOf(layer) !== null && <Badge size="md">{String(layer)}</Badge>,
  links: (row) => (
    <OutsideLink address={textOf(row.explorer_url)}>{textOf(row.explorer_name) ?? "Explorer"}</OutsideLink>
  ),
  groups: ["asset_class", "asset", "platform", "issuer", "token", "distribution", "none"],
  breakdown: breakdown({
    groupBy: "asset_class",
    metrics: mainMetrics,
    most: 100,
    caption: (name) => `Asset classes on ${name}`,
    countsAssets: true,
  }),
  further: [
    league({
      groups: ["platform", "issuer", "manager", "asset_class"],
      metric: () => "bridged_token_value_dollar",
    }),
  ],
  // One row is one deployment.
  rows: {
    resource: "tokens",
    columns: ["asset_name", "symbol", "asset_class_name", ...mainMetrics],
  },
  preposition: "on",
  counts: (name, tokens) =>
    `Assets in the catalog with a token on ${name}: ${tokens} token contract${tokens === "1" ? "" : "s"}.`,
  description: (name) =>
    `Tokenized assets on ${name}: value by asset class, holders, activity and every asset.`,
});
