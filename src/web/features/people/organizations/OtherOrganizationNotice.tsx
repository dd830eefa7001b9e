import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { otherOrganization } from "../../../rpc/apiError";
import { Button } from "../../../ui/controls/Button";

/** Shown once the server rejects a call because the user switched to another organization in another tab. */
export function OtherOrganizationNotice() {
  const queryClient = useQueryClient();
  const [message, setMessage] = useState<string | null>(null);
  // Observes every query and mutation of the page.
  useEffect(() => {
    const update = (error: unknown) => setMessage((current) => otherOrganization(error) ?? current);
    const queries = queryClient.getQueryCache().subscribe(({ query }) => update(query.state.error));
    const mutations = queryClient
      .getMutationCache()
      .subscribe(({ mutation }) => update(mutation?.state.error));
    return () => {
      queries();
      mutations();
    };
  }, [queryClient]);
  if (message === null) return null;
  return (
    <section
      aria-label="Another organization"
      className="no-print fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-lg flex-wrap items-center gap-3 rounded-lg bg-raised p-4 shadow-overlay"
    >
      <p role="alert" className="min-w-52 flex-1 break-words text-md">
        {message}
      </p>
      <Button variant="primary" onClick={() => location.reload()}>
        Reload
      </Button>
    </section>
  );
}
