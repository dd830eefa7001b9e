import { useQueryClient } from "@tanstack/react-query";
import { errorInWords } from "../../rpc/errorInWords";
import { useTrpc } from "../../rpc/useTrpc";
import { showToast } from "../../ui/toast";

/** What follows a change of the team: the list is read again, and a failure is told in words. */
export function useTeamChange(done: string): {
  onSuccess: () => Promise<void>;
  onError: (error: unknown) => void;
} {
  const queryClient = useQueryClient();
  const trpc = useTrpc();
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.team.get.queryKey() });
  return {
    onSuccess: async () => {
      await refresh();
      showToast({ message: done, variant: "success" });
    },
    onError: (error) => {
      void refresh();
      showToast({ message: errorInWords(error), variant: "danger" });
    },
  };
}
