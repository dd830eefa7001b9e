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
  /** Name of the form field that it belongs to, by which an error finds its button. */
  field?: string;
  /** Content of the popover. Rendered when it opens, so it can be lazy. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a form of conditions. */
export function FilterPopover({ title = "Filter", label = "Filter", field, children }: FilterPopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      title={title}
      align="start"
      open={open}
      onOpenChange={setOpen}
      className="w-list-md"
      trigger={
        <Button size="sm" className="js-only" data-field={field}>
          <ListFilter aria-hidden="true" className="size-3.5" />
          {label}
        </Button>
      }
    >
      <Suspense fallback={<Spinner />}>{children(() => setOpen(false))}</Suspense>
    </Popover>
  );
}
