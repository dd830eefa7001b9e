import { metricOf, type ResourceRow } from "#domain/api";
import { type MetricSlug, metricOfSlug } from "#domain/metrics";
import { Figure } from "../../format/Figure";
import { Share } from "../../format/Share";
import { textOf } from "../../format/textOf";
import { Badge } from "../../ui/display/Badge";
import { ShareBar } from "../resourceList/ShareBar";
import { SmallTable } from "../resourceList/SmallTable";
import { EntityLink } from "../table/cells/EntityLink";
import { countedHolders } from "./countedHolders";

const COUNT = "holding_addresses_count";

const shares = [
  "top_holder_share_percent",
  "top_5_holders_share_percent",
  "top_10_holders_share_percent",
  "holder_concentration_hhi",
] as const satisfies readonly MetricSlug[];

const figureOf = (row: ResourceRow, metric: MetricSlug): number | null => metricOf(row, metric)?.val ?? null;

/** True if the number of holders of an asset is known and positive. */
export const hasHolders = (asset: ResourceRow): boolean => (figureOf(asset, COUNT) ?? 0) > 0;

export interface HoldersProps {
  asset: ResourceRow;
  tokens: readonly ResourceRow[];
}

/** Number of holders of an asset, the share of the largest, and the holders by network. */
export function Holders({ asset, tokens }: HoldersProps) {
  const holders = figureOf(asset, COUNT);
  const { average, part } = countedHolders(asset, tokens);
  const facts = shares.flatMap((slug) => {
    const { label, doc, unit, format } = metricOfSlug(slug);
    const known = figureOf(asset, slug);
    return known === null ? [] : [{ label, doc, value: known, unit, format }];
  });
  const counted = tokens
    .flatMap((row) => {
      const count = figureOf(row, COUNT);
      return count === null ? [] : [{ row, count }];
    })
    .toSorted((one, other) => other.count - one.count);
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 p-4 sm:grid-cols-3">
        {holders !== null && (
          <Fact label="Holders" doc={metricOfSlug(COUNT).doc}>
            <Figure value={holders} unit="count" />
          </Fact>
        )}
        {average !== null && (
          <Fact label="Average holding" doc="Value held divided by the number of holders.">
            <Figure value={average} unit="dollar" />
          </Fact>
        )}
        {facts.map(({ label, doc, ...figure }) => (
          <Fact key={label} label={label} doc={doc}>
            <Figure {...figure} />
          </Fact>
        ))}
      </dl>
      {part !== null && (
        <p className="px-4 pb-4 text-muted text-sm">
          Holder data covers {part.tokens} of {part.of} tokens
          {part.share !== null && (
            <>
              , with <Share percent={part.share} /> of the value
            </>
          )}
          .
        </p>
      )}
      {counted.length > 1 && (
        <SmallTable
          caption="Holders by network"
          columns={[
            {
              name: "network",
              header: "Network",
              cell: ({ row }) => (
                <>
                  <EntityLink kind="network" slug={textOf(row.network_slug)}>
                    {textOf(row.network_name)}
                  </EntityLink>{" "}
                  <span className="text-faint text-sm">{textOf(row.symbol)}</span>
                  {row.is_bridged === true && <Badge size="xs">Bridged</Badge>}
                </>
              ),
            },
            {
              name: "holders",
              header: "Holders",
              numeric: true,
              cell: ({ count }) => <Figure value={count} unit="count" />,
            },
            {
              name: "share",
              header: "Share",
              numeric: true,
              cell: ({ count }) => <ShareBar share={(count / total) * 100} of={null} />,
            },
          ]}
          rows={counted}
          rowKey={({ row }) => row.id}
          most={5}
        />
      )}
    </>
  );
}

const Fact = ({ label, doc, children }: { label: string; doc: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-muted text-sm" title={doc}>
      {label}
    </dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
);
