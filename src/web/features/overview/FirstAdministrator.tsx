import { useMutation } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { gatedFlags } from "#domain/vocabulary";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { useCaller } from "../people/session/useCaller";

/**
 * Explains to the operator of a new installation, on the same machine, how to open all features and become
 * administrator.
 */
export function FirstAdministrator() {
  const offersSetup = useRouteContext({ from: "__root__", select: ({ site }) => site.offersSetup });
  if (!offersSetup) return null;
  return (
    <section
      aria-label="Set up this installation"
      className="mb-3 flex sm:mb-4 items-start gap-3 rounded-lg border bg-surface px-3 py-2 text-sm sm:px-4 sm:py-3 sm:text-md"
    >
      <KeyRound aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-medium">This installation has no administrator yet</p>
        <p className="text-muted">
          Run{" "}
          <code className="break-words font-mono text-sm">
            npx cadastre users grant you@example.com --admin
          </code>{" "}
          on this machine and{" "}
          <a href="/login" className="text-accent underline underline-offset-2">
            sign in
          </a>
          .
        </p>
        <OpenAllFeatures />
      </div>
    </section>
  );
}

function OpenAllFeatures() {
  const { features } = useCaller();
  const open = useMutation({
    ...useTrpc().administration.openAllFeatures.mutationOptions(),
    // The menu and every page depend on the features.
    onSuccess: () => location.reload(),
  });
  if (gatedFlags.every((flag) => features[flag])) {
    return <p className="text-muted">All features are open to everyone.</p>;
  }
  return (
    <>
      <Button
        className="mt-1 sm:mt-2"
        size="sm"
        variant="primary"
        loading={open.isPending || open.isSuccess}
        onClick={() => open.mutate()}
      >
        Open all features to everyone
      </Button>
      {open.isError && (
        <p role="alert" className="mt-1 text-negative">
          {errorMessage(open.error)}
        </p>
      )}
    </>
  );
}
