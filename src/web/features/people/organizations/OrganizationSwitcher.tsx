import { Menu } from "@base-ui/react/menu";
import { useMutation } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { User } from "#domain/people";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { showToast } from "../../../ui/toasts/toast";

/** Selects one of several organizations in the user menu. Supports arrow keys and Enter. */
export function OrganizationSwitcher({ user, itemClass }: { user: User; itemClass: string }) {
  const change = useMutation(
    useTrpc().organizations.switch.mutationOptions({
      // The plan can differ, so the page reloads.
      onSuccess: () => location.reload(),
      onError: (error) => showToast({ message: errorMessage(error), variant: "danger" }),
    }),
  );
  if (user.memberships.length < 2) return null;
  return (
    <>
      <Menu.RadioGroup
        aria-label="Current organization"
        value={user.organization?.id ?? ""}
        disabled={change.isPending || change.isSuccess}
        onValueChange={(organizationId: string) => change.mutate({ organizationId })}
      >
        {user.memberships.map(({ organization_id, organization_name }) => (
          <Menu.RadioItem key={organization_id} value={organization_id} className={itemClass}>
            <span className="flex size-4 shrink-0 items-center justify-center">
              <Menu.RadioItemIndicator>
                <Check aria-hidden="true" className="size-4" />
              </Menu.RadioItemIndicator>
            </span>
            <span className="truncate">{organization_name}</span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Separator className="my-1 h-px bg-line" />
    </>
  );
}
