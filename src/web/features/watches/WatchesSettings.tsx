import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Bell, Webhook } from "lucide-react";
import { useState } from "react";
import type { User } from "#domain/people";
import { watchTextLimits } from "#domain/watches";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import { Card } from "../../ui/display/Card";
import { EmptyState } from "../../ui/display/EmptyState";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { ShownSecret } from "../settings/keys/ShownSecret";
import { UserGate } from "../settings/UserGate";
import { useForm } from "../settings/useForm";
import { EndpointRow } from "./EndpointRow";
import { WatchForm } from "./WatchForm";
import { WatchRow } from "./WatchRow";
import {
  type ListedEndpoint,
  type ListedWatch,
  useRefetch,
  useWatchesChange,
  type Watches,
} from "./watchData";
import { readWatchSearch } from "./watchSearch";
import { formOf, newForm } from "./watchValues";

interface WatchListProps {
  watches: readonly ListedWatch[];
  endpoints: readonly ListedEndpoint[];
  limit: number;
  canChange: boolean;
  organization: boolean;
}

const WatchList = ({ watches, endpoints, limit, canChange, organization }: WatchListProps) => (
  <Card title="Watches" description={`${watches.length} of ${limit}`} padded={false}>
    {watches.length === 0 ? (
      <EmptyState icon={<Bell strokeWidth={1.5} />} title="No watches yet">
        {canChange
          ? "Create one above, or from the page of an asset, network or issuer."
          : "Owners and admins can create watches for the organization."}
      </EmptyState>
    ) : (
      <ul className="divide-y">
        {watches.map((watch) => (
          <li key={watch.id} className="flex flex-col gap-2 px-4 py-3">
            <WatchRow
              watch={watch}
              endpoint={endpoints.find(({ id }) => id === watch.endpointId) ?? null}
              canChange={canChange}
              organization={organization}
            />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

/** Adds an endpoint and shows its secret once. */
function NewEndpoint({ organization }: { organization: boolean }) {
  const { watches } = useTrpc();
  const readAgain = useRefetch();
  const [url, setUrl] = useState("");
  const create = useMutation(
    watches.createEndpoint.mutationOptions({
      onSuccess: async () => {
        setUrl("");
        await readAgain();
      },
    }),
  );
  const { problems, submit, clear } = useForm({
    mutation: create,
    send: (then) => create.mutate({ organization, url }, then),
  });
  return (
    <div className="border-b p-4">
      <Form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <TextField
          label="Endpoint URL"
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={watchTextLimits.url}
          placeholder="https://example.org/hooks"
          className="min-w-52 flex-1"
          value={url}
          error={problems.url ?? (create.error ? errorMessage(create.error) : null)}
          onChange={(value) => {
            clear();
            setUrl(value);
          }}
        />
        <SubmitButton className="mt-5" loading={create.isPending}>
          Add endpoint
        </SubmitButton>
      </Form>
      <div role="status">
        {create.data && (
          <ShownSecret key={create.data.id} value={create.data.secret} said="Endpoint added." />
        )}
      </div>
    </div>
  );
}

interface EndpointListProps {
  endpoints: readonly ListedEndpoint[];
  canChange: boolean;
  organization: boolean;
}

/** Webhook endpoints. */
const EndpointList = ({ endpoints, canChange, organization }: EndpointListProps) => (
  // Target of a link from the form if email is not available.
  <div id="webhook-endpoints">
    <Card
      title="Webhook endpoints"
      description="URLs of your own applications. Each delivery is signed with the endpoint's secret."
      padded={false}
    >
      {canChange && <NewEndpoint organization={organization} />}
      {endpoints.length === 0 ? (
        <EmptyState icon={<Webhook strokeWidth={1.5} />} title="No endpoints yet">
          Add an endpoint to receive your watches in your own application.
        </EmptyState>
      ) : (
        <ul className="divide-y">
          {endpoints.map((endpoint) => (
            <li key={endpoint.id} className="flex flex-col gap-2 px-4 py-3">
              <EndpointRow endpoint={endpoint} canChange={canChange} organization={organization} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  </div>
);

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
