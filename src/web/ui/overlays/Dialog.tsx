import { Dialog as Base } from "@base-ui/react/dialog";
import clsx from "clsx";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { buttonClass } from "../controls/Button";
import { type Rounding, roundingClass, type Size } from "../styles/scale";

const widthClass: Record<Size, string> = {
  xs: "max-w-xs",
  sm: "max-w-sm",
  md: "max-w-md",
  lg: "max-w-lg",
  xl: "max-w-xl",
};

export interface DialogProps {
  title: string;
  description?: ReactNode;
  /** The button that opens it; omit if `open` is controlled. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /**
   * False for a dialog that only its own actions close: no close button, Escape or click outside. Default:
   * true.
   */
  dismissible?: boolean;
  /** Buttons at the bottom right. */
  actions?: ReactNode;
  size?: Size;
  rounding?: Rounding;
  children?: ReactNode;
}

export function Dialog({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  dismissible = true,
  actions,
  size = "md",
  rounding = "xl",
  children,
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        if (!next && !dismissible) details.cancel();
        else onOpenChange?.(next);
      }}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            className={clsx(
              "relative flex w-full flex-col gap-4 bg-raised p-6 shadow-overlay outline-none",
              "transition-[opacity,scale] duration-150 ease-out data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0",
              widthClass[size],
              roundingClass[rounding],
            )}
          >
            <div className="pr-8">
              <Base.Title className="font-semibold text-lg tracking-tight">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-md text-muted">{description}</Base.Description>
              )}
            </div>
            {children}
            {actions && <div className="flex flex-wrap justify-end gap-2">{actions}</div>}
            {dismissible && (
              <Base.Close
                aria-label="Close"
                className={clsx(
                  "absolute top-4 right-4",
                  buttonClass({ variant: "secondary", size: "sm", square: true }),
                )}
              >
                <X aria-hidden="true" className="size-4" />
              </Base.Close>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
