/** Notices about the organizations of a user, in one chunk: it is loaded once someone is signed in. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { User } from "#domain/people";
import { useHydrated } from "../../../hydration/useHydrated";
import { otherOrganization } from "../../../rpc/apiError";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button, buttonClass } from "../../../ui/controls/Button";
import { readSessionItem, writeSessionItem } from "../session/sessionItem";

export const OrganizationNotices = ({ user: { organization } }: { user: User }) => (
  <>
    <OrganizationNotice />
    <OtherOrganizationNotice />
    {organization?.is_suspended && <SuspensionNotice organization={organization.name} />}
  </>
);

const PAGE = "/settings/organizations";

/** Stores the notice that was dismissed in this tab. It shows again in another tab or after a change. */
const LATER = "cadastre.noticeLater";

/** Notifies the user of pending invitations and join requests. */
function OrganizationNotice() {
  const path = useLocation({ select: (location) => location.pathname });
  // Session storage is not available on the server.
  const isHydrated = useHydrated();
  const [later, setLater] = useState<string | null>(null);
  const { data } = useQuery(useTrpc().organizations.get.queryOptions());
  const text = noticeText(data?.invitations ?? [], data?.requests ?? []);
  if (text === null || !isHydrated || path === PAGE) return null;
  if (text === (later ?? readSessionItem(LATER))) return null;
  const putOff = () => {
    writeSessionItem(LATER, text);
    setLater(text);
  };
  return (
    <section
      aria-label="Organizations"
      className="no-print fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-lg flex-wrap items-center gap-3 rounded-lg bg-raised p-4 shadow-overlay"
    >
      <p role="status" className="min-w-52 flex-1 break-words text-md">
        {text}
      </p>
      <div className="flex gap-2">
        <Button onClick={putOff}>Later</Button>
        <Link to={PAGE} className={buttonClass({ variant: "primary" })}>
          Review
        </Link>
      </div>
    </section>
  );
}

function noticeText(
  invitations: readonly { invitedBy: string; organizationName: string }[],
  requests: readonly { email: string; organizationName: string }[],
): string | null {
  const [invitation] = invitations;
  if (invitation !== undefined) {
    return invitations.length === 1
      ? `${invitation.invitedBy} has invited you to join ${invitation.organizationName}.`
      : `You have ${invitations.length} invitations to join organizations.`;
  }
  const [request] = requests;
  if (request === undefined) return null;
  return requests.length === 1
    ? `${request.email} has asked to join ${request.organizationName}.`
    : `${requests.length} people have asked to join your organizations.`;
}

/** Shown once the server rejects a call because the user switched to another organization in another tab. */
function OtherOrganizationNotice() {
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

/**
 * Informs members that the plan, keys and links of their suspended organization do not work. Can be
 * dismissed.
 */
function SuspensionNotice({ organization }: { organization: string }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <section
      aria-label="Suspended organization"
      className="no-print fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-lg flex-wrap items-center gap-3 rounded-lg border border-caution bg-raised p-4 shadow-overlay"
    >
      <p role="status" className="min-w-52 flex-1 break-words text-md">
        <strong className="font-semibold">{organization}</strong> is suspended. Its plan, API keys and
        spreadsheet links do not work. Contact the site administrator.
      </p>
      <Button onClick={() => setOpen(false)}>Close</Button>
    </section>
  );
}
