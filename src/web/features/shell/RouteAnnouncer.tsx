import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * Emulates page loads for router navigation: announces the title to screen readers, and applies the typeface.
 */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        setTitle(document.title);
        void import("./adoptTypeface");
      }),
    [router],
  );
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
