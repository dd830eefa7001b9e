import { useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "#api";
import { afterChange } from "../../rpc/afterChange";
import { forgetRecords } from "../records/recordQueries";

export type UserFile = inferRouterOutputs<AppRouter>["administration"]["user"];
export type OrganizationFile = inferRouterOutputs<AppRouter>["administration"]["organization"];

/** Callbacks of an administrator's change: shows a toast and refetches the page. */
export function useAdministration(done: string) {
  const queryClient = useQueryClient();
  return afterChange(() => forgetRecords(queryClient), done);
}
