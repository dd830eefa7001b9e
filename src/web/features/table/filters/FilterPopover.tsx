import { ListFilter } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "../../../ui/controls/Button";
import { Spinner } from "../../../ui/display/Spinner";
import { Popover } from "../../../ui/overlays/Popover";

export interface FilterPopoverProps {
  /** Title of the popover. */
  title?: string;
  /** Label of the button. */
  label?: string;
  /** True if it edits an invalid field of a form, which then focuses its button. Default: false. */
  isInvalid?: boolean;
  /** Content of the popover. Rendered when it opens, so it can be lazy. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a form of conditions. */
export function FilterPopover({
  title = "Filter",
  label = "Filter",
  isInvalid,
  children,
}: FilterPopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      title={title}
      align="start"
      open={open}
      onOpenChange={setOpen}
      className="w-list-md"
      trigger={
        <Button size="sm" className="js-only" data-invalid={isInvalid || undefined}>
          <ListFilter aria-hidden="true" className="size-3.5" />
          {label}
        </Button>
      }
    >
      <Suspense fallback={<Spinner />}>{children(() => setOpen(false))}</Suspense>
    </Popover>
  );
}
