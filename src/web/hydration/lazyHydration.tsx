import {
  type AnyRoute,
  type AnyRouter,
  type RouteComponent,
  useMatches,
  useRouter,
} from "@tanstack/react-router";
import { type ReactNode, Suspense, use, useEffect, useMemo, useState } from "react";
import { takeEarlyClick } from "./earlyClicks";
import { initialHydration, isLazilyHydrated } from "./lazyRoutes";
import { listenForIntent } from "./listenForIntent";
import { useHydrated, useHydrationMark } from "./useHydrated";

/**
 * Loads the code and data of the current page.
 *
 * @returns whether the server's markup still matches
 * @throws if they cannot be loaded
 */
export type PreparePage = (router: AnyRouter) => Promise<boolean>;

/** The hydration of one page. */
interface Hydration {
  isDone: boolean;
  /** Whether it waits for an interaction; false for a page that was rendered in the browser. */
  readonly isLazy: boolean;
  /** Resolves when it starts. */
  readonly done: Promise<void>;
  complete: () => void;
  /** The last control that was clicked before hydration; its click is replayed afterwards. */
  clicked: HTMLElement | null;
  /** Stops listening for interactions; null before it starts. */
  stopListening: (() => void) | null;
}

function createHydration(isDone: boolean): Hydration {
  let resolve = () => {};
  const done = new Promise<void>((resolveDone) => {
    resolve = resolveDone;
  });
  const hydration: Hydration = {
    isDone,
    isLazy: !isDone,
    done,
    complete: () => {
      hydration.isDone = true;
      resolve();
    },
    clicked: null,
    stopListening: null,
  };
  return hydration;
}

/** Hydrates public pages on the first interaction instead of at once, and marks every page once it is hydrated. */
export function hydrateOnInteraction(routes: Iterable<AnyRoute>, preparePage: PreparePage): void {
  for (const route of routes) {
    const { component } = route.options;
    if (component === undefined) continue;
    const isLazy = isLazilyHydrated(route);
    route.update({
      component: isLazy ? lazyComponent(route, component, preparePage) : markedComponent(component),
    });
  }
}

function markedComponent(Page: RouteComponent): RouteComponent {
  function MarkedPage() {
    useHydrationMark("page");
    return <Page />;
  }
  return Object.defineProperty(MarkedPage, "preload", { get: () => Page.preload });
}

/**
 * A page whose code and data load on the first interaction; until then the server's markup stays. Clicks before that are
 * replayed once.
 */
function lazyComponent(route: AnyRoute, Page: RouteComponent, preparePage: PreparePage): RouteComponent {
  function LazyPage() {
    const isServerMarkup = !useHydrated() && initialHydration.isLazy;
    const [hydration, setHydration] = useState(() => createHydration(!isServerMarkup));
    const version = useMatches({ select: (matches) => versionOf(matches, route.id) });
    const [initialVersion] = useState(version);
    // After a navigation within the route, or a reload of its data, the server's markup is outdated.
    if (!hydration.isDone && version !== null && version !== initialVersion)
      setHydration(createHydration(true));
    useHydrationOnIntent(hydration, { replace: setHydration, preparePage });
    // The same element until hydration: another one would make React render the dehydrated boundary in the browser.
    return useMemo(
      () => (
        <Suspense key={String(hydration.isLazy)}>
          <Hydrated hydration={hydration}>
            <Page />
          </Hydrated>
        </Suspense>
      ),
      [hydration],
    );
  }
  return Object.defineProperty(LazyPage, "preload", {
    get: () => (initialHydration.isPending && initialHydration.isLazy ? undefined : Page.preload),
  });
}

/** Changes when a route shows another page, or the same page again; null while the route is being left. */
function versionOf(
  matches: readonly { routeId: string; id: string; updatedAt: number }[],
  routeId: string,
): string | null {
  const match = matches.find((one) => one.routeId === routeId);
  return match ? `${match.id} ${match.updatedAt}` : null;
}

interface HydrationOptions {
  /** Renders the page in the browser instead of hydrating it. */
  replace: (hydration: Hydration) => void;
  preparePage: PreparePage;
}

function useHydrationOnIntent(hydration: Hydration, { replace, preparePage }: HydrationOptions) {
  const router = useRouter();
  // Effect: native events start hydration, since the page has no React listeners yet.
  useEffect(() => {
    if (hydration.isDone) return;
    let isPreparing = false;
    const hydrate = () => {
      if (isPreparing) return;
      isPreparing = true;
      const complete = (isSameMarkup: boolean) => {
        if (isSameMarkup) hydration.complete();
        else replace({ ...createHydration(true), clicked: hydration.clicked });
      };
      preparePage(router).then(complete, () => {
        isPreparing = false;
        const { clicked } = hydration;
        hydration.clicked = null;
        // A full page load shows the server's error. Without a click, the page stays readable.
        if (clicked instanceof HTMLAnchorElement) location.assign(clicked.href);
        else if (clicked) location.reload();
      });
    };
    hydration.stopListening = listenForIntent({
      onIntent: hydrate,
      onClick: (control) => {
        hydration.clicked = control;
        hydrate();
      },
    });
    // A click or focus may have come before this effect.
    const earlyClick = takeEarlyClick();
    hydration.clicked ??= earlyClick;
    if (hydration.clicked !== null || document.activeElement?.closest("main > *")) hydrate();
    return hydration.stopListening;
  }, [hydration, replace, preparePage, router]);
}

/** A control of the page, or the equal one that replaced it when the page was rendered in the browser. */
function findReplacement(control: HTMLElement): HTMLElement {
  if (control.isConnected) return control;
  const candidates = document.querySelectorAll<HTMLElement>(`main ${control.localName}`);
  const textOf = (one: HTMLElement) =>
    `${one.getAttribute("aria-label")} ${one.getAttribute("href")} ${one.textContent}`;
  return [...candidates].find((one) => textOf(one) === textOf(control)) ?? control;
}

function Hydrated({ hydration, children }: { hydration: Hydration; children: ReactNode }) {
  if (!hydration.isDone) use(hydration.done);
  useHydrationMark("page");
  // Effect: the click is replayed when the page has its listeners.
  useEffect(() => {
    hydration.stopListening?.();
    if (hydration.clicked !== null) findReplacement(hydration.clicked).click();
    hydration.clicked = null;
  }, [hydration]);
  return children;
}
