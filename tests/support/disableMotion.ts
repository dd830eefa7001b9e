/**
 * Has what moves reach its end at once, but for what turns for ever. Runs in a page.
 *
 * Colours in transition are neither the ones before nor the ones after, and each step of theirs paints the page anew.
 */
export async function disableMotion(): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
  // What inherits a colour sets out when that has arrived.
  for (let found = moving(); found.length > 0; found = moving()) {
    for (const animation of found) animation.finish();
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
