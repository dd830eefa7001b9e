import { Menu } from "@base-ui/react/menu";
import clsx from "clsx";
import { Code, Download, FileSpreadsheet, ImageDown, Link2 } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/Button";
import { popupClass } from "../ui/popupClass";

export type ChartMenuAction = "csv" | "png" | "svg" | "link" | "embed";

const items: readonly { action: ChartMenuAction; label: string; icon: ReactNode }[] = [
  { action: "csv", label: "Download CSV", icon: <FileSpreadsheet /> },
  { action: "png", label: "Download PNG", icon: <ImageDown /> },
  { action: "svg", label: "Download SVG", icon: <ImageDown /> },
  { action: "link", label: "Copy link", icon: <Link2 /> },
  { action: "embed", label: "Copy embed code", icon: <Code /> },
];

export interface ChartMenuProps {
  title: string;
  onAction: (action: ChartMenuAction) => void;
}

/** Takes a chart out of its page: files, link, embed code. */
export function ChartMenu({ title, onAction }: ChartMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className={clsx(buttonClass({ variant: "secondary", size: "sm" }), "js-only")}
        aria-label={`Download or share: ${title}`}
      >
        <Download className="size-3.5" aria-hidden="true" />
        <span className="chart-action-label">Download</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className={clsx(popupClass, "min-w-44 p-1 text-md")}>
            {items.map(({ action, label, icon }) => (
              <Menu.Item
                key={action}
                onClick={() => onAction(action)}
                className="flex h-control-sm cursor-pointer items-center gap-2 rounded-md px-2 outline-none data-highlighted:bg-hover [&_svg]:size-3.5 [&_svg]:text-muted"
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
