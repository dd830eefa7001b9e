/**
 * The event that an act brings about, waited for from before the act on. Where the act fails, nothing is left waiting:
 * the end of its page would fail another test.
 */
export async function waitForEvent<T>(event: Promise<T>, act: () => Promise<unknown>): Promise<T> {
  const [seen] = await Promise.all([event, act()]);
  return seen;
}
