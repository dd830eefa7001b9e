import { useRouterState } from "@tanstack/react-router";
import clsx from "clsx";

/** A progress bar at the top while the next page loads; hidden for fast pages. */
export function NavigationProgress() {
  const loading = useRouterState({ select: (state) => state.status === "pending" });
  return (
    <div
      aria-hidden="true"
      className={clsx(
        "no-print pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-accent transition-[scale,opacity] ease-out",
        loading ? "scale-x-90 opacity-100 delay-150 duration-1000" : "scale-x-0 opacity-0 duration-150",
      )}
    />
  );
}
