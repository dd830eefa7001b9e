import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** What a browser does only for pages that it loads: tells a screen reader their title, and has the typeface for them. */
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
