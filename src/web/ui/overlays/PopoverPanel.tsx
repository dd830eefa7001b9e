import { Popover as Base } from "@base-ui/react/popover";
import clsx from "clsx";
import type { ReactNode, RefObject } from "react";
import { popupClass } from "../styles/popupClass";

export interface PopoverPanelProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title?: ReactNode;
  align: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
}

/** The floating part of a `Popover`. */
export function PopoverPanel({
  anchor,
  open,
  onOpenChange,
  title,
  align,
  className,
  children,
}: PopoverPanelProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        // The button handles presses on itself.
        const target = details.event.target;
        if (
          details.reason === "outside-press" &&
          target instanceof Node &&
          anchor.current?.contains(target)
        ) {
          details.cancel();
        } else onOpenChange(next);
      }}
    >
      {/* A native popover is in the top layer, which covers everything outside of it. */}
      <Base.Portal container={anchor.current?.closest<HTMLElement>("[popover]") ?? undefined}>
        <Base.Positioner anchor={anchor} sideOffset={6} align={align} collisionPadding={8} className="z-50">
          <Base.Popup
            finalFocus={anchor}
            className={clsx(
              popupClass,
              "max-h-(--available-height) max-w-[min(var(--container-sm),var(--available-width))] overflow-y-auto p-3 text-md",
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
