import { useState } from "react";
import { Button, type ButtonVariant } from "../../ui/controls/Button";
import { Dialog } from "../../ui/overlays/Dialog";

export interface ConfirmButtonProps {
  label: string;
  /** Accessible name, if the label alone is not sufficient. */
  name: string;
  title: string;
  description: string;
  /** Label of the confirming button. */
  confirm: string;
  isBusy: boolean;
  /** Default: `secondary`. */
  variant?: ButtonVariant;
  onConfirm: () => void;
}

/** A button with a confirmation, for irreversible actions. */
export function ConfirmButton({
  label,
  name,
  title,
  description,
  confirm,
  isBusy,
  variant = "secondary",
  onConfirm,
}: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title={title}
      description={description}
      size="sm"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant={variant} size="sm" aria-label={name} loading={isBusy}>
          {label}
        </Button>
      }
      actions={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button
            variant="danger"
            onClick={() => {
              setOpen(false);
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    />
  );
}
