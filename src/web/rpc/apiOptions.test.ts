import { skipToken } from "@tanstack/react-query";
import { createTRPCUntypedClient } from "@trpc/client";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { expect, test } from "vitest";
import type { AppRouter } from "#api";
import { type ApiCaller, apiOptions } from "./apiOptions";
import { createQueryClient } from "./createQueryClient";

const calls: unknown[] = [];
const caller: ApiCaller = {
  query: async (...call) => calls.push(["query", ...call]),
  mutation: async (...call) => calls.push(["mutation", ...call]),
};
const ours = apiOptions(() => caller);
const theirs = createTRPCOptionsProxy<AppRouter>({
  client: createTRPCUntypedClient<AppRouter>({ links: [] }),
  queryClient: createQueryClient(),
});
const input = { resource: "assets" };

test("keys equal those of the library, so that its types apply to them", () => {
  expect(ours.market.meta.queryKey(input)).toEqual(theirs.market.meta.queryKey(input));
  expect(ours.market.meta.queryKey()).toEqual(theirs.market.meta.queryKey());
  expect(ours.market.status.queryOptions().queryKey).toEqual(theirs.market.status.queryOptions().queryKey);
  expect(ours.market.meta.queryOptions(skipToken).queryKey).toEqual(
    theirs.market.meta.queryOptions(skipToken).queryKey,
  );
  expect(ours.team.leave.mutationOptions().mutationKey).toEqual(
    theirs.team.leave.mutationOptions().mutationKey,
  );
});

test("queries and mutations are called by path with their input and context", async () => {
  calls.length = 0;
  const client = createQueryClient();
  await client.query(ours.market.meta.queryOptions(input));
  await client.query(
    ours.users.getProfile.queryOptions(undefined, { trpc: { context: { skipBatch: true } } }),
  );
  const { mutationFn } = ours.team.leave.mutationOptions();
  await mutationFn?.(undefined, { client, meta: undefined });
  expect(calls).toEqual([
    ["query", "market.meta", input, undefined],
    ["query", "users.getProfile", undefined, { context: { skipBatch: true } }],
    ["mutation", "team.leave", undefined, undefined],
  ]);
});

test("a skipped query is not called, and other options are kept", () => {
  const options = ours.market.meta.queryOptions(skipToken, { enabled: false });
  expect(options.queryFn).toBe(skipToken);
  expect(options.enabled).toBe(false);
});
