import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { rotationGraces } from "#domain/people";
import { errorMessage } from "../../../rpc/errorMessage";
import { refetchChanged } from "../../../rpc/refetchChanged";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Select } from "../../../ui/controls/Select";
import { Dialog } from "../../../ui/overlays/Dialog";
import { ShownSecret } from "./ShownSecret";

const graceLabels: Readonly<Record<(typeof rotationGraces)[number], string>> = {
  0: "Stops working immediately",
  1: "Works for one more hour",
  24: "Works for one more day",
  168: "Works for one more week",
};

/** Creates a new secret for a key, and shows it once. */
export function RotateKey({ id, name }: { id: number; name: string }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [grace, setGrace] = useState<(typeof rotationGraces)[number]>(0);
  const rotate = useMutation(
    trpc.apiKeys.rotate.mutationOptions({
      // Not awaited: the secret is shown even if the refetch fails.
      onSuccess: () => void refetchChanged(queryClient, { queryKey: trpc.apiKeys.list.queryKey() }),
    }),
  );
  return (
    <Dialog
      title={`Rotate ${name}?`}
      description="The key gets a new secret. Its name, limits and usage stay."
      size="sm"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) rotate.reset();
      }}
      trigger={
        <Button variant="secondary" size="sm" aria-label={`Rotate ${name}`}>
          Rotate
        </Button>
      }
      actions={
        rotate.data ? (
          <Button onClick={() => setOpen(false)}>Close</Button>
        ) : (
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              variant="primary"
              loading={rotate.isPending}
              onClick={() => rotate.mutate({ id, graceHours: grace })}
            >
              Rotate
            </Button>
          </>
        )
      }
    >
      {rotate.data ? (
        <div role="status">
          <ShownSecret value={rotate.data.key} said="New secret created." />
        </div>
      ) : (
        <>
          <Select
            label="Current secret"
            options={rotationGraces.map((hours) => ({ value: String(hours), label: graceLabels[hours] }))}
            value={String(grace)}
            className="w-full"
            onChange={(next) => setGrace(rotationGraces.find((hours) => String(hours) === next) ?? 0)}
          />
          {rotate.isError && (
            <p role="alert" className="mt-2 text-negative">
              {errorMessage(rotate.error)}
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}
