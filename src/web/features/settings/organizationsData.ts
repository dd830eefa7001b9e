import { useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import { errorInWords } from "../../rpc/errorInWords";
import { useTrpc } from "../../rpc/useTrpc";
import { showToast } from "../../ui/toast";

export type Organizations = inferRouterOutputs<AppRouter>["organizations"]["get"];

/**
 * What follows a change that leaves the current organization as it is: the page is read again.
 * @param done what is said then
 */
export function useOrganizationsChange<Input>(done: string | ((input: Input) => string)): {
  onSuccess: (answer: unknown, input: Input) => Promise<void>;
  onError: (error: unknown) => void;
} {
  const queryClient = useQueryClient();
  const trpc = useTrpc();
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.organizations.get.queryKey() });
  return {
    onSuccess: async (_, input) => {
      await refresh();
      showToast({ message: typeof done === "string" ? done : done(input), variant: "success" });
    },
    onError: (error) => {
      void refresh();
      showToast({ message: errorInWords(error), variant: "danger" });
    },
  };
}

/** What follows a change of the current organization: another plan may count, so everything is read again. */
export const useOtherOrganization = () => ({
  onSuccess: () => location.reload(),
  onError: (error: unknown) => showToast({ message: errorInWords(error), variant: "danger" }),
});
