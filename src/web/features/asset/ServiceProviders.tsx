import type { ResourceRow } from "#domain";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";

const words = (role: string) => role.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

/** Custodians, auditors and others who serve an asset. */
export function ServiceProviders({ providers }: { providers: readonly ResourceRow[] }) {
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
            <li key={provider.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
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
              <span className="flex flex-wrap gap-1">
                {Array.isArray(provider.roles) &&
                  provider.roles.map((role) => <Badge key={String(role)}>{words(String(role))}</Badge>)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
