import { Braces, Code, Download, FileSpreadsheet, ImageDown, Link2, Quote } from "lucide-react";
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "../ui/controls/Button";

/** Milliseconds for which the result of an action is shown. */
const MESSAGE_MS = 4_000;

/**
 * Runs the actions of a chart's menu.
 *
 * @param act runs one, and resolves to its message
 */
export function useMenuActions(act: (action: ChartMenuAction) => Promise<string>): {
  /** Result of the last action or its error; blank after a while. */
  message: string;
  run: (action: ChartMenuAction) => void;
} {
  const [message, setMessage] = useState("");
  // Effect: hides the message after a delay.
  useEffect(() => {
    if (message === "") return;
    const timer = setTimeout(() => setMessage(""), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  const run = (action: ChartMenuAction) => {
    act(action).then(setMessage, () => setMessage("Something went wrong. Please try again."));
  };
  return { message, run };
}

export type ChartMenuAction =
  | "csv"
  | "csvEvery"
  | "xlsx"
  | "xlsxEvery"
  | "png"
  | "svg"
  | "link"
  | "cite"
  | "embed"
  | "code";

export interface ChartMenuItem {
  action: ChartMenuAction;
  label: string;
  icon: ReactNode;
}

const items: readonly ChartMenuItem[] = [
  { action: "csv", label: "Download CSV", icon: <FileSpreadsheet aria-hidden="true" /> },
  { action: "csvEvery", label: "Download CSV", icon: <FileSpreadsheet aria-hidden="true" /> },
  { action: "xlsx", label: "Download XLSX", icon: <FileSpreadsheet aria-hidden="true" /> },
  { action: "xlsxEvery", label: "Download XLSX", icon: <FileSpreadsheet aria-hidden="true" /> },
  { action: "png", label: "Download PNG", icon: <ImageDown aria-hidden="true" /> },
  { action: "svg", label: "Download SVG", icon: <ImageDown aria-hidden="true" /> },
  { action: "link", label: "Copy link", icon: <Link2 aria-hidden="true" /> },
  { action: "cite", label: "Cite", icon: <Quote aria-hidden="true" /> },
  { action: "embed", label: "Copy embed code", icon: <Code aria-hidden="true" /> },
  { action: "code", label: "Use in code", icon: <Braces aria-hidden="true" /> },
];

/** The available actions. If there is a file of every series, the labels distinguish the files. */
const offeredItems = ({ has, every = "every series" }: ChartMenuProps): ChartMenuItem[] =>
  items
    .filter(({ action }) => has(action))
    .map((item) => {
      const { action, label } = item;
      if (action === "csvEvery" || action === "xlsxEvery") return { ...item, label: `${label}: ${every}` };
      const isOfShown = (action === "csv" && has("csvEvery")) || (action === "xlsx" && has("xlsxEvery"));
      return isOfShown ? { ...item, label: `${label}: shown series` } : item;
    });

const load = () => import("./ChartMenuPopup").then((module) => ({ default: module.ChartMenuPopup }));
const Popup = lazy(load);

export interface ChartMenuProps {
  title: string;
  /** True if an action is available. */
  has: (action: ChartMenuAction) => boolean;
  /** Contents of a file of every series, as text. Default: "every series". */
  every?: string;
  onAction: (action: ChartMenuAction) => void;
}

/**
 * Exports of a chart: files, link, embed code, code samples. The menu's code loads when its button is hovered
 * or focused.
 */
export function ChartMenu(props: ChartMenuProps) {
  const { title, onAction } = props;
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [startsAt, setStartsAt] = useState<0 | -1 | null>(null);
  const change = (next: boolean, at: typeof startsAt) => {
    setWanted(true);
    setStartsAt(at);
    setOpen(next);
  };
  const approach = () => void load();
  return (
    <>
      <Button
        ref={anchor}
        variant="secondary"
        size="sm"
        aria-label={`Download or share: ${title}`}
        aria-haspopup="menu"
        aria-expanded={open}
        className="js-only"
        onPointerEnter={approach}
        onFocus={approach}
        // A click by Enter or the space bar has no pointer.
        onClick={({ detail }) => change(!open, detail === 0 ? 0 : null)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          change(true, event.key === "ArrowDown" ? 0 : -1);
        }}
      >
        <Download className="size-3.5" aria-hidden="true" />
        <span className="chart-action-label">Download</span>
      </Button>
      {wanted && (
        <Suspense>
          <Popup
            anchor={anchor}
            open={open}
            startsAt={startsAt}
            onOpenChange={setOpen}
            items={offeredItems(props)}
            onAction={onAction}
          />
        </Suspense>
      )}
    </>
  );
}
