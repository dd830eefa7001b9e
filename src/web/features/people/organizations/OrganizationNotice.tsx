import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { useHydrated } from "../../../hydration/useHydrated";
import { useTrpc } from "../../../rpc/useTrpc";
import { Button, buttonClass } from "../../../ui/controls/Button";
import { readSessionItem, writeSessionItem } from "../session/sessionItem";

const PAGE = "/settings/organizations";

/** Stores the notice that was dismissed in this tab. It shows again in another tab or after a change. */
const LATER = "cadastre.noticeLater";

/** Notifies the user of pending invitations and join requests. */
export function OrganizationNotice() {
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
