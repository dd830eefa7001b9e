import { useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import { afterChange } from "../../../rpc/afterChange";
import { errorMessage } from "../../../rpc/errorMessage";
import { refetchChanged } from "../../../rpc/refetchChanged";
import { useTrpc } from "../../../rpc/useTrpc";
import { showToast } from "../../../ui/toasts/toast";

export type Organizations = inferRouterOutputs<AppRouter>["organizations"]["get"];

/** Callbacks of a change that does not affect the current organization: refetches the page. */
export function useOrganizationsChange<Input>(done: string | ((input: Input) => string)) {
  const queryClient = useQueryClient();
  const queryKey = useTrpc().organizations.get.queryKey();
  return afterChange(() => refetchChanged(queryClient, { queryKey }), done);
}

/** Callbacks of a change of the current organization: reloads, because the plan can differ. */
export const useOtherOrganization = () => ({
  onSuccess: () => location.reload(),
  onError: (error: unknown) => showToast({ message: errorMessage(error), variant: "danger" }),
});
