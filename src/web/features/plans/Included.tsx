import { Check, Minus } from "lucide-react";

/** Whether a plan includes something. */
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
