import { useQueryClient } from "@tanstack/react-query";
import { afterChange } from "../../../rpc/afterChange";
import { refetchChanged } from "../../../rpc/refetchChanged";
import { useTrpc } from "../../../rpc/useTrpc";

/** Callbacks of a change of the team: refetches the list. */
export function useTeamChange(done: string) {
  const queryClient = useQueryClient();
  const queryKey = useTrpc().team.get.queryKey();
  return afterChange(() => refetchChanged(queryClient, { queryKey }), done);
}
