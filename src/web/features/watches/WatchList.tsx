import { Bell } from "lucide-react";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { WatchRow } from "./WatchRow";
import type { ListedEndpoint, ListedWatch } from "./watchData";

export interface WatchListProps {
  watches: readonly ListedWatch[];
  endpoints: readonly ListedEndpoint[];
  limit: number;
  canChange: boolean;
  organization: boolean;
}

export const WatchList = ({ watches, endpoints, limit, canChange, organization }: WatchListProps) => (
  <Card title="Watches" description={`${watches.length} of ${limit}`} padded={false}>
    {watches.length === 0 ? (
      <EmptyState icon={<Bell strokeWidth={1.5} />} title="No watches yet">
        {canChange
          ? "Create one above, or from the page of an asset, network or issuer."
          : "Owners and admins can create watches for the organization."}
      </EmptyState>
    ) : (
      <ul className="divide-y">
        {watches.map((watch) => (
          <li key={watch.id} className="flex flex-col gap-2 px-4 py-3">
            <WatchRow
              watch={watch}
              endpoint={endpoints.find(({ id }) => id === watch.endpointId) ?? null}
              canChange={canChange}
              organization={organization}
            />
          </li>
        ))}
      </ul>
    )}
  </Card>
);
