import type { AnyRouter } from "@tanstack/react-router";
import { isSleeping } from "./isSleeping";

/** On the server: has pages that sleep not name the scripts of their routes, which browsers would load at once. */
export function leaveOutScripts(router: AnyRouter): void {
  const leaveOut = () => {
    for (const [routeId, assets] of Object.entries(router.ssr?.manifest?.routes ?? {})) {
      const route = router.routesById[routeId];
      if (route && isSleeping(route)) delete assets.preloads;
    }
  };
  const { onServerSsrAttach = [] } = router.serverSsrLifecycle ?? {};
  router.serverSsrLifecycle = {
    ...router.serverSsrLifecycle,
    onServerSsrAttach: [...onServerSsrAttach, leaveOut],
  };
}
