import { useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import { errorMessage } from "../../rpc/errorMessage";
import { refetchChanged } from "../../rpc/refetchChanged";
import { useTrpc } from "../../rpc/useTrpc";
import { showToast } from "../../ui/toasts/toast";

type Outputs = inferRouterOutputs<AppRouter>["watches"];
export type Watches = Outputs["list"];
export type ListedWatch = Watches["watches"][number];
export type ListedEndpoint = Watches["endpoints"][number];
export type ListedDelivery = Outputs["deliveries"][number];

/** Refetches all queries about watches. */
export function useRefetch(): () => Promise<void> {
  const { watches } = useTrpc();
  const queryClient = useQueryClient();
  return async () => {
    const read = [watches.list, watches.firings, watches.deliveries];
    await Promise.all(read.map((one) => refetchChanged(queryClient, { queryKey: one.queryKey() })));
  };
}

/** Callbacks of a change of watches or endpoints: shows the result and refetches. */
export function useWatchesChange(message: string) {
  const readAgain = useRefetch();
  return {
    onSuccess: async () => {
      await readAgain();
      showToast({ message, variant: "success" as const });
    },
    onError: (error: unknown) => showToast({ message: errorMessage(error), variant: "danger" as const }),
  };
}
