import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { User } from "#domain";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { Card } from "../../ui/display/Card";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { UserGate } from "../settings/UserGate";
import { EndpointList } from "./EndpointList";
import { WatchForm } from "./WatchForm";
import { WatchList } from "./WatchList";
import { useWatchesChange, type Watches } from "./watchData";
import { readWatchSearch } from "./watchSearch";
import { formOf, newForm } from "./watchValues";

/** Watches and webhooks of the user and of the current organization. */
export const WatchesSettings = () => <UserGate>{(user) => <OwnWatches user={user} />}</UserGate>;

function OwnWatches({ user }: { user: User }) {
  const search = readWatchSearch({ ...useSearch({ strict: false }) });
  const team = user.organization?.scope === "personal" ? null : user.organization;
  const organization = search.of === "organization" && team !== null;
  const watches = useQuery(useTrpc().watches.list.queryOptions({ organization }));
  return (
    <>
      {team !== null && (
        <SegmentedControl
          label="Whose watches"
          value={organization ? "organization" : "own"}
          segments={[
            { value: "own", label: "Personal", link: <Link to="/settings/watches" search={{}} /> },
            {
              value: "organization",
              label: team.name,
              link: <Link to="/settings/watches" search={{ of: "organization" }} />,
            },
          ]}
        />
      )}
      {watches.isError && (
        <ErrorState title="Your watches could not be loaded">{errorMessage(watches.error)}</ErrorState>
      )}
      {watches.isPending && <Skeleton className="h-60 w-full" />}
      {watches.data && <Loaded data={watches.data} organization={organization} />}
    </>
  );
}

function Loaded({ data, organization }: { data: Watches; organization: boolean }) {
  const search = readWatchSearch({ ...useSearch({ strict: false }) });
  const edited = data.watches.find(({ id }) => id === search.edit) ?? null;
  const { watches, endpoints, canChange, limit, isMailStopped } = data;
  return (
    <>
      {isMailStopped && <StoppedMail />}
      {canChange && (
        <WatchForm
          // Resets the form for each watch, and for each subject of a new one.
          key={edited?.id ?? `${organization} ${search.type} ${search.id} ${search.metric}`}
          edited={edited}
          initial={edited === null ? newForm(search) : formOf(edited)}
          endpoints={endpoints}
          organization={organization}
        />
      )}
      <WatchList
        watches={watches}
        endpoints={endpoints}
        limit={limit}
        canChange={canChange}
        organization={organization}
      />
      <EndpointList endpoints={endpoints} canChange={canChange} organization={organization} />
    </>
  );
}

/** Shown after the user followed the unsubscribe link of an email. */
function StoppedMail() {
  const resume = useMutation(
    useTrpc().watches.resumeMail.mutationOptions(useWatchesChange("Email resumed.")),
  );
  return (
    <Card title="Email is off" description="You unsubscribed from email about your watches.">
      <Button size="sm" loading={resume.isPending} onClick={() => resume.mutate()}>
        Resume email
      </Button>
    </Card>
  );
}
