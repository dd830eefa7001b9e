import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { Card } from "../../../ui/display/Card";
import { showToast } from "../../../ui/toasts/toast";

/** Downloads a file with this content. */
function saveFile(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

/** Exports all data stored about the user as a file. */
export function ExportAccount() {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      queryClient.fetchQuery({ ...trpc.userSettings.exportAccount.queryOptions(), staleTime: 0 }),
    onSuccess: (account) => saveFile("account.json", JSON.stringify(account, null, 2)),
    onError: (error) => showToast({ message: errorMessage(error), variant: "danger" }),
  });
  return (
    <Card title="Your data" description="All data stored about you, as a JSON file.">
      <Button loading={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden="true" className="size-4" />
        Download my data
      </Button>
    </Card>
  );
}
