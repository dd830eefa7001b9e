import { Check, Minus } from "lucide-react";

/** Mark for a feature that a plan includes or not. */
export const Included = ({ yes }: { yes: boolean }) => (
  <>
    {yes ? (
      <Check aria-hidden="true" className="size-4 shrink-0 text-positive" />
    ) : (
      <Minus aria-hidden="true" className="size-4 shrink-0 text-faint" />
    )}
    <span className="sr-only">{yes ? "Included" : "Not included"}</span>
  </>
);
