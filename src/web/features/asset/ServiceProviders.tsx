import type { ResourceRow } from "#domain/api";
import { wordsOfValue } from "#domain/vocabulary";
import { documentName } from "../../format/documentName";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { ReportLink } from "../contact/ReportLink";
import { DocumentLink } from "../evidence/DocumentLink";
import { documentOf } from "../evidence/factParts";

export interface ServiceProvidersProps {
  asset: ResourceRow;
  providers: readonly ResourceRow[];
  /** Evidence about the asset, which names the documents. */
  facts: readonly ResourceRow[];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Custodians, auditors and other providers of an asset, each with its roles and source document. */
export function ServiceProviders({ asset, providers, facts }: ServiceProvidersProps) {
  const ids = listOf(asset.service_provider_ids);
  const partOf = (name: "service_provider_roles" | "service_provider_sources", { id }: ResourceRow) =>
    String(listOf(asset[name])[ids.indexOf(id)] ?? "");
  return (
    <Card
      title="Service providers"
      description="Custodians, auditors, administrators and others behind the asset."
    >
      {providers.length === 0 ? (
        <p className="text-md text-muted">No service providers in the catalog.</p>
      ) : (
        <ul className="flex flex-col gap-2 text-md">
          {providers.map((provider) => (
            <li key={provider.id} className="group/fact">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                {typeof provider.website === "string" ? (
                  <a
                    href={provider.website}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="inline-block min-h-6 content-center font-medium hover:text-accent hover:underline"
                  >
                    {String(provider.name)}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                ) : (
                  <span className="font-medium">{String(provider.name)}</span>
                )}
                <span className="flex flex-wrap items-center gap-1">
                  <ReportLink
                    kind="asset"
                    slug={String(asset.slug)}
                    field="service_provider_roles"
                    about={provider.id}
                    label={String(provider.name)}
                  />
                  {partOf("service_provider_roles", provider)
                    .split(", ")
                    .filter((role) => role !== "")
                    .map((role) => (
                      <Badge key={role}>{wordsOfValue(role)}</Badge>
                    ))}
                </span>
              </div>
              <Source address={partOf("service_provider_sources", provider)} facts={facts} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Source({ address, facts }: { address: string; facts: readonly ResourceRow[] }) {
  if (address === "") return <p className="text-faint text-sm">No source recorded</p>;
  const fact = facts.find(({ source_url }) => source_url === address);
  return (
    <DocumentLink
      document={fact === undefined ? documentName(address) : documentOf(fact)}
      address={address}
    />
  );
}
