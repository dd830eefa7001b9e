import { Tooltip as Base } from "@base-ui/react/tooltip";
import clsx from "clsx";
import type { ReactElement, ReactNode } from "react";
import { popupClass } from "../styles/popupClass";

export interface TooltipProps {
  /** A short text; essential content belongs on the page or in a `Popover`. */
  content: ReactNode;
  /** The only focusable element it describes. */
  children: ReactElement;
}

export const Tooltip = ({ content, children }: TooltipProps) => (
  <Base.Root>
    <Base.Trigger render={children} delay={300} />
    <Base.Portal>
      <Base.Positioner sideOffset={6} className="z-50">
        <Base.Popup className={clsx(popupClass, "max-w-xs px-2.5 py-1.5 text-sm")}>{content}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);
