import { useRouter } from "@tanstack/react-router";
import { Quote } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Explanation } from "#domain/api";
import { useHydrated } from "../../hydration/useHydrated";
import { useFigureScope } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";

const CiteDialog = lazy(() => import("./CitedFigureDialog"));
const ChangedSince = lazy(() => import("./ChangedSince"));

export interface CiteFigureProps {
  /** Subject of the page. */
  subject: string;
  explanation: Explanation;
  /** Fragment of the section that explains it. */
  anchor: string;
}

/** A button that shows how to cite a figure; for an earlier one, also what has changed since. */
export function CiteFigure({ subject, explanation, anchor }: CiteFigureProps) {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const { as_of: asOf } = useFigureScope();
  // A lazy component would delay the page on the server.
  const isHydrated = useHydrated();
  return (
    <>
      <Button size="sm" className="no-print js-only" onClick={() => setOpen(true)}>
        <Quote aria-hidden="true" className="size-3.5" />
        Cite
      </Button>
      {open && (
        <Suspense>
          <CiteDialog
            subject={subject}
            explanation={explanation}
            anchor={anchor}
            path={router.state.location.href}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
      {isHydrated && asOf !== undefined && (
        <Suspense>
          <ChangedSince explanation={explanation} />
        </Suspense>
      )}
    </>
  );
}
