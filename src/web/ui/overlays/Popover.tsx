import {
  type ComponentProps,
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from "react";

const load = () => import("./PopoverPanel").then((module) => ({ default: module.PopoverPanel }));
const Panel = lazy(load);

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<"button">>;
  title?: ReactNode;
  /** Controlled use; without it the popover has its own state. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
}

/**
 * Content opened by a button. The focus moves in and is restored; Escape closes. The code of the panel loads
 * when the button is hovered or focused.
 */
export function Popover({
  trigger,
  title,
  open,
  onOpenChange,
  align = "center",
  className,
  children,
}: PopoverProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [ownOpen, setOwnOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const isOpen = open ?? ownOpen;
  const change = (next: boolean) => {
    setWanted(true);
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  const approach = () => void load();
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        "aria-haspopup": "dialog",
        "aria-expanded": isOpen,
        onPointerEnter: approach,
        onFocus: approach,
        onClick: () => change(!isOpen),
      })}
      {(wanted || isOpen) && (
        <Suspense>
          <Panel
            anchor={anchor}
            open={isOpen}
            onOpenChange={change}
            title={title}
            align={align}
            className={className}
          >
            {children}
          </Panel>
        </Suspense>
      )}
    </>
  );
}
