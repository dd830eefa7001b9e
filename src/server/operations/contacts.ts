import { z } from "zod";
import { listContactRequests } from "#accounts";
import { operation } from "./operation";

export const listContacts = operation({
  input: z.object({ limit: z.number().int().min(1).max(10_000) }),
  changesMarketData: false,
  run: async ({ people }, input) => {
    const requests = await listContactRequests(people, input);
    return requests.map(({ id: _, at, mailedAt, ...request }) => ({
      ...request,
      at: at.toISOString(),
      mailedAt: mailedAt?.toISOString() ?? null,
    }));
  },
});
