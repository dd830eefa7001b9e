import { Webhook } from "lucide-react";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { EndpointRow } from "./EndpointRow";
import { NewEndpoint } from "./NewEndpoint";
import type { ListedEndpoint } from "./watchData";

export interface EndpointListProps {
  endpoints: readonly ListedEndpoint[];
  canChange: boolean;
  organization: boolean;
}

/** Webhook endpoints. */
export const EndpointList = ({ endpoints, canChange, organization }: EndpointListProps) => (
  // Target of a link from the form if email is not available.
  <div id="webhook-endpoints">
    <Card
      title="Webhook endpoints"
      description="URLs of your own applications. Each delivery is signed with the endpoint's secret."
      padded={false}
    >
      {canChange && <NewEndpoint organization={organization} />}
      {endpoints.length === 0 ? (
        <EmptyState icon={<Webhook strokeWidth={1.5} />} title="No endpoints yet">
          Add an endpoint to receive your watches in your own application.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {endpoints.map((endpoint) => (
            <li key={endpoint.id} className="flex flex-col gap-2 px-4 py-3">
              <EndpointRow endpoint={endpoint} canChange={canChange} organization={organization} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  </div>
);
