import clsx from "clsx";
import { Settings2 } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../ui/controls/Button";

export interface ChartStudyPanelProps {
  /** True if an option in it is set, which the button marks while the panel is closed. */
  isUsed: boolean;
  children: ReactNode;
}

/** Panel with a chart's further options. Always open in the sheet of a phone and without scripts. */
export function ChartStudyPanel({ isUsed, children }: ChartStudyPanelProps) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const panelId = useId();
  // Effect: presses outside are only observable on the document.
  useEffect(() => {
    if (!open) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
    };
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of its content
    <div
      ref={frame}
      className="chart-study"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || !open) return;
        setOpen(false);
        frame.current?.querySelector("button")?.focus();
      }}
    >
      <Button
        variant="outline"
        size="sm"
        className={clsx("chart-study-switch", isUsed && "chart-toggle-on")}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        <Settings2 className="size-3.5" aria-hidden="true" />
        More
      </Button>
      <div id={panelId} className="chart-study-panel" data-open={open ? "" : undefined}>
        {children}
      </div>
    </div>
  );
}
