import { useQuery } from "@tanstack/react-query";
import type { ResourceRow } from "#domain";
import { useTrpc } from "../../rpc/useTrpc";
import { Card } from "../../ui/Card";
import { assetColumns } from "../resourceList/assetColumns";
import { SmallTable } from "../resourceList/SmallTable";
import { relatedOptions } from "./assetQueries";

const columns = assetColumns("bridged_token_value_dollar");

/** The largest other assets of the same class and of the same issuer. */
export function RelatedAssets({ asset }: { asset: ResourceRow }) {
  const trpc = useTrpc();
  const ofClass = useQuery(relatedOptions(trpc, asset, "asset_class_slug")).data?.results ?? [];
  const ofIssuer =
    useQuery({
      ...relatedOptions(trpc, asset, "issuer_slug"),
      enabled: asset.issuer_slug !== null,
    }).data?.results ?? [];
  const groups = [
    { title: `Other ${String(asset.asset_class_name)}`, rows: ofClass },
    { title: `Also from ${String(asset.issuer_name)}`, rows: ofIssuer },
  ].filter(({ rows }) => rows.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {groups.map(({ title, rows }) => (
        <Card key={title} title={title} padded={false}>
          <SmallTable caption={title} columns={columns} rows={rows} rowKey={(row) => row.id} />
        </Card>
      ))}
    </div>
  );
}
