import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refetchChanged } from "../../rpc/refetchChanged";
import { useTrpc } from "../../rpc/useTrpc";

/** Mutations of the saved views of a page, which refetch their list. */
export function useViewChanges(path: string) {
  const { savedViews } = useTrpc();
  const queryClient = useQueryClient();
  const settle = {
    onSettled: () => refetchChanged(queryClient, { queryKey: savedViews.list.queryKey({ path }) }),
  };
  return {
    save: useMutation(savedViews.save.mutationOptions(settle)),
    rename: useMutation(savedViews.rename.mutationOptions(settle)),
    overwrite: useMutation(savedViews.overwrite.mutationOptions(settle)),
    remove: useMutation(savedViews.remove.mutationOptions(settle)),
  };
}
