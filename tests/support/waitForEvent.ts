/**
 * Waits for an event from before the action that causes it. If the action fails, the wait ends too: the end of its
 * page would fail another test.
 */
export async function waitForEvent<T>(event: Promise<T>, act: () => Promise<unknown>): Promise<T> {
  const [seen] = await Promise.all([event, act()]);
  return seen;
}
