import { Drawer as Base } from "@base-ui/react/drawer";
import clsx from "clsx";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { buttonClass } from "../controls/Button";
import type { Size } from "../styles/scale";

const widthClass: Record<Size, string> = {
  xs: "w-xs",
  sm: "w-sm",
  md: "w-md",
  lg: "w-lg",
  xl: "w-xl",
};

export interface DrawerProps {
  title: string;
  /** Hides the title except from screen readers. */
  hideTitle?: boolean;
  side?: "left" | "right";
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  size?: Size;
  children: ReactNode;
}

/** A panel from the edge over the page. A swipe towards its edge, Escape or a click outside closes it. */
export function Drawer({
  title,
  hideTitle,
  side = "right",
  trigger,
  open,
  onOpenChange,
  size = "xs",
  children,
}: DrawerProps) {
  return (
    <Base.Root swipeDirection={side} open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-backdrop transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport
          className={clsx("fixed inset-0 z-50 flex", side === "right" ? "justify-end" : "justify-start")}
        >
          <Base.Popup
            className={clsx(
              "flex h-full max-w-full flex-col bg-surface shadow-overlay outline-none transition-transform duration-200 ease-out",
              "data-swiping:transition-none",
              side === "right"
                ? "translate-x-(--drawer-swipe-movement-x) data-ending-style:translate-x-full data-starting-style:translate-x-full"
                : "translate-x-(--drawer-swipe-movement-x) data-ending-style:-translate-x-full data-starting-style:-translate-x-full",
              widthClass[size],
            )}
          >
            <div
              className={clsx("flex items-center justify-between gap-2 px-4 py-2", !hideTitle && "border-b")}
            >
              <Base.Title className={clsx("font-semibold text-base", hideTitle && "sr-only")}>
                {title}
              </Base.Title>
              <Base.Close
                aria-label="Close"
                className={clsx("ml-auto", buttonClass({ variant: "secondary", size: "sm", square: true }))}
              >
                <X aria-hidden="true" className="size-4" />
              </Base.Close>
            </div>
            <Base.Content className="slim-scroll min-h-0 flex-1 overflow-y-auto overscroll-contain">
              {children}
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
