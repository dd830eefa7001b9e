import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { SegmentedControl } from "../../../ui/controls/SegmentedControl";
import { Card } from "../../../ui/display/Card";
import { showToast } from "../../../ui/toasts/toast";
import { themes, useTheme } from "../../shell/theme";
import { UserGate } from "../UserGate";
import { DeleteAccount } from "./DeleteAccount";
import { Sessions } from "./Sessions";

const labels = { light: "Light", system: "System", dark: "Dark" } as const;

/** The theme, which is stored with the account for other browsers. */
function Preferences() {
  const [theme, chooseTheme] = useTheme();
  return (
    <Card title="Theme" description="Saved to your account and applied wherever you sign in.">
      <SegmentedControl
        label="Account theme"
        value={theme}
        onChange={(value) => chooseTheme(themes.find((known) => known === value) ?? "system")}
        segments={themes.map((value) => ({ value, label: labels[value] }))}
      />
    </Card>
  );
}

/** Downloads a file with this content. */
function saveFile(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  URL.revokeObjectURL(address);
}

/** Exports all data stored about the user as a file. */
function ExportAccount() {
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

/** Account settings: theme, sessions, data export and deletion. */
export const AccountSettings = () => (
  <UserGate>
    {(user) => (
      <>
        <Preferences />
        <Sessions />
        <ExportAccount />
        <DeleteAccount email={user.email} />
      </>
    )}
  </UserGate>
);
