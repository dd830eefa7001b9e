import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { Popover } from "./Popover";

export interface InfoButtonProps {
  /** What it explains: the button is named "About {subject}". */
  subject: string;
  children: ReactNode;
}

/** A small button that explains what stands beside it. */
export const InfoButton = ({ subject, children }: InfoButtonProps) => (
  <Popover
    title={subject}
    trigger={
      <button
        type="button"
        aria-label={`About ${subject}`}
        className="js-only inline-grid size-6 shrink-0 place-items-center rounded-full text-faint hover:bg-hover hover:text-ink"
      >
        <Info aria-hidden="true" className="size-3.5" />
      </button>
    }
  >
    <div className="text-muted">{children}</div>
  </Popover>
);
