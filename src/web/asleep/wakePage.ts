import type { AnyRouter } from "@tanstack/react-router";

/** Fetches what the page at hand needs in the browser, its code and its data, as on the way to it from another. */
export async function wakePage(router: AnyRouter): Promise<void> {
  const match = router.state.matches.at(-1);
  const route = match && router.routesById[match.routeId];
  if (!match || !route) return;
  await Promise.all([
    route.options.component?.preload?.(),
    route.options.loader?.({ context: match.context, params: match.params, deps: match.loaderDeps }),
  ]);
}
