import { useMutation } from "@tanstack/react-query";
import type { User } from "#domain/people";
import { errorMessage } from "../../../rpc/errorMessage";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button } from "../../../ui/controls/Button";
import { showToast } from "../../../ui/toasts/toast";

/** Shown on every page while an administrator views the site as another user, with a button to end it. */
export function ViewingNotice({ user }: { user: User }) {
  const stop = useMutation(
    useTrpc().administration.stopViewingAs.mutationOptions({
      onSuccess: () => location.assign(`/admin/users/${user.id}`),
      onError: (error) => showToast({ message: errorMessage(error), variant: "danger" }),
    }),
  );
  return (
    <section
      aria-label="Viewing as another user"
      className="no-print fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-lg flex-wrap items-center gap-3 rounded-lg border border-caution bg-raised p-4 shadow-overlay"
    >
      <p role="status" className="min-w-52 flex-1 break-words text-md">
        Viewing as <strong className="font-semibold">{user.email}</strong>, read-only. Signed in as{" "}
        {user.viewed_by}.
      </p>
      <Button variant="primary" loading={stop.isPending} onClick={() => stop.mutate()}>
        Stop viewing
      </Button>
    </section>
  );
}
