/**
 * Finishes all animations at once, except infinite ones. Runs in a page.
 * Colours in transition match neither the start nor the end, and each of their steps repaints the page.
 */
export async function disableMotion(): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
  // Inheriting elements start their transition once the inherited colour has arrived.
  for (let found = moving(); found.length > 0; found = moving()) {
    for (const animation of found) animation.finish();
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
