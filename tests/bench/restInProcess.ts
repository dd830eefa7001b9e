import { createApiKey } from "#accounts/apiKeys";
import { createLimits } from "#accounts/limits";
import { createRestApi } from "#api";
import type { Market } from "#market";
import type { PeopleStore } from "#stores";

/**
 * The data API with full permissions, called without a network: no limits, no cached response bytes. Returns the text
 * of the response.
 */
export async function restInProcess({
  market,
  people,
}: {
  market: Market;
  people: PeopleStore;
}): Promise<(address: string) => Promise<string>> {
  const rest = createRestApi({
    market,
    people,
    answerBytes: 0,
    limits: createLimits(people, { work: 1e9, keys: 1_000_000 }),
  });
  const { key } = await createApiKey(people, { name: "bench", isAdmin: true });
  return async (address) => {
    const response = await rest.request(address, { headers: { authorization: `Bearer ${key}` } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${address}: ${response.status} ${text.slice(0, 300)}`);
    return text;
  };
}
