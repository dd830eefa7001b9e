import { useRouteContext } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";

/** Tells the operator of a fresh installation how to become its administrator, until somebody is. */
export function FirstAdministrator() {
  const hasAdministrator = useRouteContext({
    from: "__root__",
    select: ({ site }) => site.hasAdministrator,
  });
  if (hasAdministrator) return null;
  return (
    <section
      aria-label="First administrator"
      className="mb-3 flex sm:mb-4 items-start gap-3 rounded-lg border bg-surface px-3 py-2 text-sm sm:px-4 sm:py-3 sm:text-md"
    >
      <KeyRound aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-medium">This installation has no administrator yet</p>
        <p className="text-muted">
          On the server, run{" "}
          <code className="break-words font-mono text-sm">
            npx cadastre users grant you@example.com --admin
          </code>
          , then{" "}
          <a href="/login" className="text-accent underline underline-offset-2">
            sign in
          </a>{" "}
          with that address.
        </p>
      </div>
    </section>
  );
}
