import { noop } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * Class of plain links to pages of the site, for lists and tables with hundreds of them. One listener follows
 * all; the router's own `Link` would resolve a URL and add listeners for each.
 */
export const pageLink = "page-link";

/** Makes the router follow every `pageLink`, and preload its page on hover or focus. */
export function useFollowedLinks(): void {
  const router = useRouter();
  // Effect: a listener on the document covers links that are added later.
  useEffect(() => {
    const controller = new AbortController();
    const listen = <Type extends keyof DocumentEventMap>(
      type: Type,
      act: (path: string, event: DocumentEventMap[Type]) => void,
    ) =>
      document.addEventListener(
        type,
        (event) => {
          const link = event.target instanceof Element && event.target.closest(`a.${pageLink}`);
          const path = link ? link.getAttribute("href") : null;
          if (path !== null) act(path, event);
        },
        { signal: controller.signal, passive: type !== "click" },
      );
    const fetchPage = (path: string) => void router.preloadRoute({ to: path }).catch(noop);
    let approach: ReturnType<typeof setTimeout> | undefined;
    const leave = () => clearTimeout(approach);
    const approached = (path: string) => {
      leave();
      approach = setTimeout(fetchPage, router.options.defaultPreloadDelay, path);
    };
    listen("click", (path, event) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      leave();
      void router.navigate({ href: path });
    });
    listen("mouseover", approached);
    listen("mouseout", leave);
    listen("focusin", approached);
    listen("focusout", leave);
    listen("touchstart", fetchPage);
    return () => {
      leave();
      controller.abort();
    };
  }, [router]);
}
