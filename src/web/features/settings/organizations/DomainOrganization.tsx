import { useMutation } from "@tanstack/react-query";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Card } from "../../../ui/display/Card";
import { type Organizations, useOrganizationsChange } from "./organizationsData";

const explanations = {
  may_ask: "Owners and admins will see your name and email address and review your request.",
  pending: "Your request is awaiting approval by an owner or admin.",
  declined: "Your request was declined. An owner or admin can still invite you.",
} as const;

/** The organization of the user's email domain, which accepts join requests. */
export function DomainOrganization({ domain, state }: NonNullable<Organizations["domainOrganization"]>) {
  const { organizations } = useTrpc();
  const ask = useMutation(
    organizations.requestToJoin.mutationOptions(useOrganizationsChange("Request sent.")),
  );
  const withdraw = useMutation(
    organizations.withdrawRequest.mutationOptions(useOrganizationsChange("Request withdrawn.")),
  );
  return (
    <Card title={`Join ${domain}`} description={explanations[state]}>
      {state === "may_ask" && (
        <Button variant="primary" size="sm" loading={ask.isPending} onClick={() => ask.mutate()}>
          Ask to join
        </Button>
      )}
      {state === "pending" && (
        <Button size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw request
        </Button>
      )}
    </Card>
  );
}
