import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { RecordType, StoredRecord } from "#domain/records";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Spinner } from "../../ui/display/Spinner";
import { Dialog } from "../../ui/overlays/Dialog";
import { showToast } from "../../ui/toasts/toast";
import { DependantList } from "./DependantList";
import { forgetRecords } from "./recordQueries";

/** Deletes a record after listing its dependants. */
export function DeleteRecord({ type, record }: { type: RecordType; record: StoredRecord }) {
  const { records } = useTrpc();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const named = { record: type.name, id: record.id };
  const depending = useQuery({ ...records.dependants.queryOptions(named), enabled: open, staleTime: 0 });
  const remove = useMutation(
    records.delete.mutationOptions({
      onSuccess: async () => {
        await navigate({ to: type.path });
        // After the navigation: the page of the deleted record would refetch it.
        await forgetRecords(queryClient);
        showToast({ message: `${record.label} deleted.`, variant: "success" });
      },
      onError: () => void depending.refetch(),
    }),
  );
  const found = depending.isFetching ? undefined : depending.data;
  const count = found?.reduce((sum, one) => sum + one.count, 0) ?? 0;
  return (
    <Dialog
      title={`Delete ${record.label}?`}
      description={
        count > 0
          ? `Records that depend on this ${type.singular} are deleted too. This cannot be undone.`
          : "This cannot be undone."
      }
      size="sm"
      open={open}
      onOpenChange={(next) => {
        remove.reset();
        setOpen(next);
      }}
      trigger={
        <Button variant="danger">
          <Trash2 aria-hidden="true" className="size-4" />
          Delete
        </Button>
      }
      actions={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button
            variant="danger"
            loading={remove.isPending}
            disabled={found === undefined}
            onClick={() => remove.mutate({ ...named, dependants: count })}
          >
            {count > 0 ? `Delete all ${(count + 1).toLocaleString("en-US")}` : `Delete ${type.singular}`}
          </Button>
        </>
      }
    >
      {depending.isError ? (
        <p role="alert" className="text-md text-negative">
          {errorMessage(depending.error)}
        </p>
      ) : found === undefined ? (
        <Spinner />
      ) : (
        count > 0 && (
          <div className="slim-scroll max-h-list-md overflow-y-auto">
            <DependantList dependants={found} />
          </div>
        )
      )}
      {remove.isError && (
        <p role="alert" className="text-md text-negative">
          {errorMessage(remove.error)}
        </p>
      )}
    </Dialog>
  );
}
