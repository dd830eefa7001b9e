import { type AnyRoute, type RouteComponent, useMatches, useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, use, useEffect, useMemo, useState } from "react";
import { takeHeldClick } from "../ui/early/heldClicks";
import { useHydrated } from "../ui/early/useHydrated";
import { isSleeping } from "./isSleeping";
import { listenForIntent } from "./listenForIntent";
import { createSleep, type Sleep } from "./sleep";
import { takeOver } from "./takeOver";
import { wakePage } from "./wakePage";

/** Has the pages that everybody may open sleep until a reader turns to them. */
export function letSleep(routes: Iterable<AnyRoute>): void {
  for (const route of routes) {
    const { component } = route.options;
    if (component !== undefined && isSleeping(route))
      route.update({ component: sleepingPage(route, component) });
  }
}

/**
 * A page that stays as the server wrote it until a reader turns to it: neither its code nor its data are loaded
 * before, and nothing of it is computed. A click that comes before they have arrived is made again then.
 */
function sleepingPage(route: AnyRoute, Page: RouteComponent): RouteComponent {
  function SleepingPage() {
    const isWritten = !useHydrated() && takeOver.isAsleep;
    const [sleep, setSleep] = useState(() => createSleep(!isWritten));
    const version = useMatches({ select: (matches) => versionOf(matches, route.id) });
    const [written] = useState(version);
    // Led on to another page of its kind, or renewed, while it slept: what the server wrote is no longer it.
    if (!sleep.isOver && version !== null && version !== written) setSleep(createSleep(true));
    useWaking(sleep, setSleep);
    // The same element as long as it sleeps: React would write the page anew for whatever reached it.
    return useMemo(
      () => (
        <Suspense key={String(sleep.began)}>
          <Awake sleep={sleep}>
            <Page />
          </Awake>
        </Suspense>
      ),
      [sleep],
    );
  }
  return Object.defineProperty(SleepingPage, "preload", {
    get: () => (takeOver.isUnderWay && takeOver.isAsleep ? undefined : Page.preload),
  });
}

/** Says by another text that a route shows another page, or the same one anew; null where it is being left. */
function versionOf(
  matches: readonly { routeId: string; id: string; updatedAt: number }[],
  routeId: string,
): string | null {
  const match = matches.find((one) => one.routeId === routeId);
  return match ? `${match.id} ${match.updatedAt}` : null;
}

function useWaking(sleep: Sleep, renew: (sleep: Sleep) => void) {
  const router = useRouter();
  // An effect: the browser's own events tell when it is time, and there is nothing of the page to hear them.
  useEffect(() => {
    if (sleep.isOver) return;
    let isWaking = false;
    const wake = () => {
      if (isWaking) return;
      isWaking = true;
      const awaken = (isAsWritten: boolean) => {
        if (isAsWritten) sleep.end();
        else renew({ ...createSleep(true), clicked: sleep.clicked });
      };
      wakePage(router).then(awaken, () => {
        isWaking = false;
        const { clicked } = sleep;
        sleep.clicked = null;
        // The server can say what is wrong. Where nothing was asked for, the page stays readable.
        if (clicked instanceof HTMLAnchorElement) location.assign(clicked.href);
        else if (clicked) location.reload();
      });
    };
    sleep.stop = listenForIntent({
      onIntent: wake,
      onClick: (control) => {
        sleep.clicked = control;
        wake();
      },
    });
    // Somebody may have clicked, or have come to a field, before there was anything here to hear that.
    const held = takeHeldClick();
    sleep.clicked ??= held;
    if (sleep.clicked !== null || document.activeElement?.closest("main > *")) wake();
    return sleep.stop;
  }, [sleep, renew, router]);
}

/** A control of the page, or the one that stands in its place where the page was written anew. */
function findAgain(control: HTMLElement): HTMLElement {
  if (control.isConnected) return control;
  const alike = document.querySelectorAll<HTMLElement>(`main ${control.localName}`);
  const textOf = (one: HTMLElement) =>
    `${one.getAttribute("aria-label")} ${one.getAttribute("href")} ${one.textContent}`;
  return [...alike].find((one) => textOf(one) === textOf(control)) ?? control;
}

function Awake({ sleep, children }: { sleep: Sleep; children: ReactNode }) {
  if (!sleep.isOver) use(sleep.over);
  // An effect: the page hears clicks only once it is there.
  useEffect(() => {
    sleep.stop?.();
    if (sleep.clicked !== null) findAgain(sleep.clicked).click();
    sleep.clicked = null;
  }, [sleep]);
  return children;
}
