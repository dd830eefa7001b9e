import type { ResourceRow } from "#domain/api";
import { Card } from "../../ui/display/Card";
import { assetColumns } from "../resourceList/assetColumns";
import { SmallTable } from "../resourceList/SmallTable";

const columns = assetColumns("bridged_token_value_dollar");

export interface RelatedAssetsProps {
  asset: ResourceRow;
  ofClass: readonly ResourceRow[];
  ofIssuer: readonly ResourceRow[];
}

/** The largest other assets of the same class and of the same issuer. */
export function RelatedAssets({ asset, ofClass, ofIssuer }: RelatedAssetsProps) {
  const groups = [
    { title: `Other ${String(asset.asset_class_name)}`, rows: ofClass },
    { title: `Also from ${String(asset.issuer_name)}`, rows: ofIssuer },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <div className="grid gap-4 lg:has-[>:nth-child(2)]:grid-cols-2">
      {groups.map(({ title, rows }) => (
        <Card key={title} title={title} padded={false}>
          <SmallTable caption={title} columns={columns} rows={rows} rowKey={(row) => row.id} />
        </Card>
      ))}
    </div>
  );
}
