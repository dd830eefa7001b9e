import { Braces, Code, Download, FileSpreadsheet, ImageDown, Link2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/Button";
import { Popover } from "../ui/Popover";

export type ChartMenuAction = "csv" | "xlsx" | "png" | "svg" | "link" | "embed" | "code";

const items: readonly { action: ChartMenuAction; label: string; icon: ReactNode }[] = [
  { action: "csv", label: "Download CSV", icon: <FileSpreadsheet aria-hidden="true" /> },
  { action: "xlsx", label: "Download XLSX", icon: <FileSpreadsheet aria-hidden="true" /> },
  { action: "png", label: "Download PNG", icon: <ImageDown aria-hidden="true" /> },
  { action: "svg", label: "Download SVG", icon: <ImageDown aria-hidden="true" /> },
  { action: "link", label: "Copy link", icon: <Link2 aria-hidden="true" /> },
  { action: "embed", label: "Copy embed code", icon: <Code aria-hidden="true" /> },
  { action: "code", label: "Use in code", icon: <Braces aria-hidden="true" /> },
];

export interface ChartMenuProps {
  title: string;
  /** What is on offer. */
  has: (action: ChartMenuAction) => boolean;
  onAction: (action: ChartMenuAction) => void;
}

/** Takes a chart out of its page: files, link, embed code, code. */
export function ChartMenu({ title, has, onAction }: ChartMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="p-1!"
      trigger={
        <Button variant="secondary" size="sm" aria-label={`Download or share: ${title}`} className="js-only">
          <Download className="size-3.5" aria-hidden="true" />
          <span className="chart-action-label">Download</span>
        </Button>
      }
    >
      <ul>
        {items
          .filter(({ action }) => has(action))
          .map(({ action, label, icon }) => (
            <li key={action}>
              <button
                type="button"
                className="flex h-control-sm w-full items-center gap-2 rounded-md px-2 text-md hover:bg-hover focus-visible:bg-hover [&_svg]:size-3.5 [&_svg]:text-muted"
                onClick={() => {
                  setOpen(false);
                  onAction(action);
                }}
              >
                {icon}
                {label}
              </button>
            </li>
          ))}
      </ul>
    </Popover>
  );
}
