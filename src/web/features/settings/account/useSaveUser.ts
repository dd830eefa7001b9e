import { useQueryClient } from "@tanstack/react-query";
import type { User } from "#domain";
import { useTrpc } from "../../../rpc/useTrpc";

/** Updates the cached user, which the bar, the menu and the forms show. */
export function useSaveUser(): (user: User) => void {
  const queryClient = useQueryClient();
  const trpc = useTrpc();
  return (user) => queryClient.setQueryData(trpc.users.getProfile.queryKey(), user);
}
