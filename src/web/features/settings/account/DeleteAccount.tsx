import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Card } from "../../../ui/display/Card";
import { Form } from "../../../ui/forms/Form";
import { TextField } from "../../../ui/forms/TextField";
import { Dialog } from "../../../ui/overlays/Dialog";
import { endChat } from "../../people/integrations/chat";

/** Deletes the account permanently, confirmed by typing its email address. */
export function DeleteAccount({ email }: { email: string }) {
  const trpc = useTrpc();
  const formId = useId();
  const [open, setOpen] = useState(false);
  const [confirmation, setConfirmation] = useState("");
  const remove = useMutation(
    trpc.userSettings.deleteAccount.mutationOptions({
      onSuccess: () => {
        endChat();
        location.assign("/");
      },
    }),
  );
  const matches = confirmation.trim().toLowerCase() === email;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (matches && !remove.isPending) remove.mutate({ confirmation });
  };
  return (
    <Card
      title="Delete account"
      description="Your profile, sessions and personal organization are permanently deleted."
    >
      <Dialog
        title="Delete your account?"
        description="This cannot be undone. Shared organizations remain with their other members."
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          setConfirmation("");
          remove.reset();
        }}
        trigger={<Button variant="danger">Delete account…</Button>}
        size="sm"
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Keep my account</Button>
            <Button
              type="submit"
              form={formId}
              variant="danger"
              disabled={!matches}
              loading={remove.isPending || remove.isSuccess}
            >
              Delete permanently
            </Button>
          </>
        }
      >
        <Form id={formId} onSubmit={submit} noValidate>
          <TextField
            label={`Type ${email} to confirm`}
            name="confirmation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={confirmation}
            error={remove.error ? errorMessage(remove.error) : null}
            onChange={(value) => {
              remove.reset();
              setConfirmation(value);
            }}
          />
        </Form>
      </Dialog>
    </Card>
  );
}
