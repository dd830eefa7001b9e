import { useMutation } from "@tanstack/react-query";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Badge } from "../../../ui/display/Badge";
import { Card } from "../../../ui/display/Card";
import { type Organizations, useOtherOrganization } from "./organizationsData";
import { roleLabels } from "./teamData";

/** The user's organizations, with the current one marked. */
export function OwnOrganizations({ organizations }: Pick<Organizations, "organizations">) {
  const change = useMutation(useTrpc().organizations.switch.mutationOptions(useOtherOrganization()));
  return (
    <Card
      title="Your organizations"
      description="Your plan, team and API keys come from the current organization."
      padded={false}
    >
      <ul className="divide-y">
        {organizations.map(({ id, name, role, isCurrent }) => (
          <li
            key={id}
            aria-current={isCurrent ? "true" : undefined}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3"
          >
            <div className="min-w-40 flex-1">
              <p className="break-words font-medium text-md">{name}</p>
              <p className="text-muted text-sm">{roleLabels[role]}</p>
            </div>
            {isCurrent ? (
              <Badge variant="primary">Current</Badge>
            ) : (
              <Button
                size="sm"
                aria-label={`Switch to ${name}`}
                disabled={change.isPending || change.isSuccess}
                loading={change.isPending && change.variables.organizationId === id}
                onClick={() => change.mutate({ organizationId: id })}
              >
                Switch
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
