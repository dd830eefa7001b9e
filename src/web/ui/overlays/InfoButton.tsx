import { Info } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Popover } from "./Popover";

export interface InfoButtonProps {
  /** Subject of the explanation: the button is named "About {subject}". */
  subject: string;
  children: ReactNode;
}

/** A small button that explains the adjacent content. Following a link in the explanation closes it. */
export function InfoButton({ subject, children }: InfoButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      title={subject}
      open={open}
      onOpenChange={setOpen}
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is clicked, also by key, is a link in it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link in it is clicked by key too */}
      <div
        className="text-muted"
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("a[href]")) setOpen(false);
        }}
      >
        {children}
      </div>
    </Popover>
  );
}
