import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import clsx from "clsx";
import { planOf } from "#domain/people";
import { Unknown } from "../../format/Unknown";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Badge } from "../../ui/display/Badge";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { describeUserAgent } from "../settings/account/describeUserAgent";
import { ConfirmButton } from "../settings/ConfirmButton";
import { roleLabels } from "../settings/organizations/teamData";
import { pageLink } from "../shell/followPageLinks";
import { PageHeader } from "../shell/PageHeader";
import { Facts, Moment } from "./Facts";
import { FlagList } from "./FlagList";
import { History } from "./History";
import { IssuedKeys } from "./IssuedKeys";
import { type UserFile, useAdministration } from "./useAdministration";

/** The sessions of a user, with buttons to end one or all. */
function SessionList({ userId, sessions }: { userId: string; sessions: UserFile["sessions"] }) {
  const end = useMutation(
    useTrpc().administration.endSessions.mutationOptions(useAdministration("Signed out.")),
  );
  return (
    <Card
      title="Sessions"
      padded={false}
      actions={
        sessions.length > 0 && (
          <Button
            size="sm"
            loading={end.isPending && end.variables.sessionId === null}
            onClick={() => end.mutate({ userId, sessionId: null })}
          >
            Sign out everywhere
          </Button>
        )
      }
    >
      {sessions.length === 0 && <EmptyState title="Not signed in anywhere" />}
      <ul className="divide-y">
        {sessions.map(({ id, userAgent, networkAddress, createdAt, lastSeenAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium text-md" title={userAgent}>
                {describeUserAgent(userAgent)}
              </p>
              <p className="text-muted text-sm">
                Last used <Moment at={lastSeenAt} />
                {networkAddress !== "" && ` from ${networkAddress}`}, signed in <Moment at={createdAt} />
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Sign out ${describeUserAgent(userAgent)}`}
              loading={end.isPending && end.variables.sessionId === id}
              onClick={() => end.mutate({ userId, sessionId: id })}
            >
              Sign out
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A user as administrators see and edit it. */
export function AdministeredUser() {
  const { userId = "" } = useParams({ strict: false });
  const file = useSuspenseQuery(useTrpc().administration.user.queryOptions({ userId })).data;
  const { user, createdAt, suspendedAt, isCaller } = file;
  const { company, companyType, occupation, acquisitionChannel } = user.profile;
  return (
    <>
      <PageHeader
        title={user.email}
        description={user.name ?? undefined}
        badges={
          <>
            {user.role === "ADMIN" && <Badge variant="primary">Administrator</Badge>}
            {suspendedAt !== null && <Badge variant="danger">Suspended</Badge>}
            {isCaller && <Badge variant="success">You</Badge>}
          </>
        }
        actions={<Actions file={file} />}
      />
      <div className="flex flex-col gap-4">
        <Card title="Account">
          <Facts
            facts={[
              ["Created", <Moment key="created" at={createdAt} />],
              ["Email verified", <Moment key="verified" at={user.emailVerified} />],
              ["Suspended", <Moment key="suspended" at={suspendedAt} />],
              ["Company", company || <Unknown key="company" />],
              ["Company type", companyType || <Unknown key="companyType" />],
              ["Occupation", occupation || <Unknown key="occupation" />],
              ["Heard of us through", acquisitionChannel || <Unknown key="acquisitionChannel" />],
              ["Newsletter", user.profile.shouldReceiveMarketing ? "Yes" : "No"],
              [
                "Id",
                <code key="id" className="font-mono text-sm">
                  {user.id}
                </code>,
              ],
            ]}
          />
        </Card>
        <Memberships file={file} />
        <FlagList kind="user" subject={user.id} features={file.features} />
        <SessionList userId={user.id} sessions={file.sessions} />
        <IssuedKeys keys={file.apiKeys} />
        <History subject={user.id} />
      </div>
    </>
  );
}

function Memberships({ file: { memberships, user } }: { file: UserFile }) {
  return (
    <Card title="Organizations" padded={false}>
      {memberships.length === 0 && <EmptyState title="Not a member of any organization" />}
      <ul className="divide-y">
        {memberships.map(({ organizationId, organizationName, role, plan, joinedAt }) => (
          <li key={organizationId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-medium text-md">
                <a href={`/admin/organizations/${organizationId}`} className={clsx(pageLink, "truncate")}>
                  {organizationName}
                </a>
                {organizationId === user.organization?.id && (
                  <Badge variant="success" size="xs">
                    Current
                  </Badge>
                )}
              </p>
              <p className="text-muted text-sm">
                {roleLabels[role]}, joined <Moment at={joinedAt} />
              </p>
            </div>
            <Badge>{planOf(plan).label}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Actions({ file: { user, suspendedAt, isCaller, features } }: { file: UserFile }) {
  const { administration } = useTrpc();
  const isSuspended = suspendedAt !== null;
  const isAdministrator = user.role === "ADMIN";
  const suspend = useMutation(
    administration.suspendUser.mutationOptions(
      useAdministration(isSuspended ? "User restored." : "User suspended."),
    ),
  );
  const setRole = useMutation(
    administration.setRole.mutationOptions(
      useAdministration(isAdministrator ? "Administrator role revoked." : "Administrator role granted."),
    ),
  );
  const { onError } = useAdministration("");
  const viewAs = useMutation(
    // A full page load, because everything cached belongs to the administrator.
    administration.viewAs.mutationOptions({ onSuccess: () => location.assign("/"), onError }),
  );
  if (isCaller) return null;
  const hasAdminTools = features.some(({ flag, value }) => flag === "enable-admin-tools" && value);
  const { email, id: userId } = user;
  return (
    <>
      {!hasAdminTools && (
        <ConfirmButton
          label="View as"
          name={`View as ${email}`}
          title={`View as ${email}?`}
          description="You see the product as they do, read-only, for up to an hour. It is recorded in the audit log."
          confirm="View as this user"
          isBusy={viewAs.isPending}
          onConfirm={() => viewAs.mutate({ userId })}
        />
      )}
      <ConfirmButton
        label={isAdministrator ? "Revoke administrator" : "Make administrator"}
        name={`${isAdministrator ? "Revoke administrator role of" : "Make administrator:"} ${email}`}
        title={
          isAdministrator ? `Revoke the administrator role of ${email}?` : `Make ${email} an administrator?`
        }
        description={
          isAdministrator
            ? "They lose access to administration immediately."
            : "They can see and change every account, organization and policy of this installation."
        }
        confirm={isAdministrator ? "Revoke role" : "Make administrator"}
        isBusy={setRole.isPending}
        onConfirm={() => setRole.mutate({ userId, role: isAdministrator ? "CUSTOMER" : "ADMIN" })}
      />
      <ConfirmButton
        label={isSuspended ? "Restore" : "Suspend"}
        name={`${isSuspended ? "Restore" : "Suspend"} ${email}`}
        title={`${isSuspended ? "Restore" : "Suspend"} ${email}?`}
        description={
          isSuspended
            ? "They can sign in again, and their API keys work again."
            : "They are signed out and cannot sign in. Their API keys stop working. Nothing is deleted."
        }
        confirm={isSuspended ? "Restore" : "Suspend"}
        isBusy={suspend.isPending}
        onConfirm={() => suspend.mutate({ userId, isSuspended: !isSuspended })}
      />
    </>
  );
}
