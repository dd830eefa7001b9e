import { Menu } from "@base-ui/react/menu";
import clsx from "clsx";
import { type KeyboardEvent, type RefObject, useRef } from "react";
import { popupClass } from "../ui/styles/popupClass";
import type { ChartMenuAction, ChartMenuItem } from "./ChartMenu";

export interface ChartMenuPopupProps {
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  /** Item to focus if a key opened the menu: 0 the first, -1 the last; null if no key did. */
  startsAt: 0 | -1 | null;
  onOpenChange: (open: boolean) => void;
  items: readonly ChartMenuItem[];
  onAction: (action: ChartMenuAction) => void;
}

/** The menu of a chart. Supports arrow keys, Home, End, letters, Tab and Escape. */
export function ChartMenuPopup({
  anchor,
  open,
  startsAt,
  onOpenChange,
  items,
  onAction,
}: ChartMenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  const isLeft = useRef(false);
  const start = () => {
    isLeft.current = false;
    const shown = [...(popup.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    // The focus may have moved into the menu before it was ready.
    if (startsAt !== null && !shown.some((item) => item === document.activeElement))
      shown.at(startsAt)?.focus();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Tab") return;
    // Tab continues from the button, because the menu is at the end of the document.
    anchor.current?.focus();
    isLeft.current = true;
    onOpenChange(false);
  };
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChangeComplete={(isOpen) => isOpen && start()}
      onOpenChange={(next, details) => {
        // The button handles presses on itself.
        const { target } = details.event;
        if (
          details.reason === "outside-press" &&
          target instanceof Node &&
          anchor.current?.contains(target)
        ) {
          details.cancel();
        } else onOpenChange(next);
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Menu.Popup
            ref={popup}
            finalFocus={() => (isLeft.current ? false : anchor.current)}
            aria-label="Download or share"
            onKeyDownCapture={leave}
            className={clsx(popupClass, "w-max p-1")}
          >
            {items.map(({ action, label, icon }) => (
              <Menu.Item
                key={action}
                label={label}
                onClick={() => onAction(action)}
                className="flex h-control-sm w-full cursor-default items-center gap-2 rounded-md px-2 text-md outline-none data-highlighted:bg-hover [&_svg]:size-3.5 [&_svg]:text-muted"
              >
                {icon}
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
