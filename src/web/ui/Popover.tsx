import { Popover as Base } from "@base-ui/react/popover";
import clsx from "clsx";
import type { ReactElement, ReactNode } from "react";
import { popupClass } from "./popupClass";

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  title?: ReactNode;
  /** Controlled use; without it the popover keeps its own state. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
}

/** Something to read or set beside a button. Focus moves in and comes back; Escape closes. */
export function Popover({
  trigger,
  title,
  open,
  onOpenChange,
  align = "center",
  className,
  children,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} collisionPadding={8} className="z-50">
          <Base.Popup
            className={clsx(
              popupClass,
              "max-h-(--available-height) max-w-sm overflow-y-auto p-3 text-md",
              className,
            )}
          >
            {title && <Base.Title className="mb-1 font-semibold text-md">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
