import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { Card } from "../../../ui/display/Card";
import { showToast } from "../../../ui/toasts/toast";
import { ConfirmButton } from "../ConfirmButton";

/** Leaves the organization. The account remains, in its own organization. */
export function LeaveTeam({ name }: { name: string }) {
  const leave = useMutation(
    useTrpc().team.leave.mutationOptions({
      // The plan can differ, so the page reloads.
      onSuccess: () => location.assign("/settings"),
      onError: (error) => showToast({ message: errorMessage(error), variant: "danger" }),
    }),
  );
  return (
    <Card
      title="Leave the organization"
      description={`You keep your account but lose access to the plan of ${name}.`}
    >
      <ConfirmButton
        variant="outline"
        label="Leave…"
        name={`Leave ${name}`}
        title={`Leave ${name}?`}
        description="You lose its plan immediately. API keys you created stop working, except those the organization keeps. Invitations you sent are cancelled. An owner can invite you again."
        confirm="Leave"
        isBusy={leave.isPending || leave.isSuccess}
        onConfirm={() => leave.mutate()}
      />
    </Card>
  );
}
