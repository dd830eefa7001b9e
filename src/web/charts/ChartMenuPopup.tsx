import { Menu } from "@base-ui/react/menu";
import clsx from "clsx";
import type { RefObject } from "react";
import { popupClass } from "../ui/popupClass";
import type { ChartMenuAction, ChartMenuItem } from "./ChartMenu";

export interface ChartMenuPopupProps {
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  items: readonly ChartMenuItem[];
  onAction: (action: ChartMenuAction) => void;
}

/** The menu of a chart. Arrow keys, Home, End, letters and Escape work as in any menu. */
export const ChartMenuPopup = ({ anchor, open, onOpenChange, items, onAction }: ChartMenuPopupProps) => (
  <Menu.Root
    open={open}
    modal={false}
    onOpenChange={(next, details) => {
      // A press on the button is the button's to handle.
      const { target } = details.event;
      if (details.reason === "outside-press" && target instanceof Node && anchor.current?.contains(target)) {
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
          finalFocus={anchor}
          aria-label="Download or share"
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
