import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { metricByName } from "#domain/metrics";
import {
  type WatchCondition,
  type WatchSubject,
  watchCadences,
  watchReceivers,
  watchTextLimits,
} from "#domain/watches";
import { formatDate } from "../../format/formatDate";
import { formatFull } from "../../format/formatNumber";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Select } from "../../ui/controls/Select";
import { Card } from "../../ui/display/Card";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { showToast } from "../../ui/toasts/toast";
import { useMailIsLogged } from "../people/signIn/useMailIsLogged";
import { FormProblem, useForm } from "../settings/useForm";
import { ConditionFields, conditionFieldNames } from "./ConditionFields";
import { SubjectFields } from "./SubjectFields";
import { type ListedEndpoint, type ListedWatch, useRefetch } from "./watchData";
import { conditionOf, draftOf, isComplete, type WatchForm as Values, withType } from "./watchValues";

interface PresentStateProps {
  organization: boolean;
  subject: WatchSubject;
  condition: WatchCondition;
}

const TYPING_PAUSE = 300;

/** Current value of the watch's condition, shown before the watch is created. */
function PresentState(props: PresentStateProps) {
  const [requested, setRequested] = useState(props);
  // Effect: delays the query until a number is typed in full.
  useEffect(() => {
    const pause = setTimeout(() => setRequested(props), TYPING_PAUSE);
    return () => clearTimeout(pause);
  }, [props]);
  const { data, error } = useQuery({ ...useTrpc().watches.preview.queryOptions(requested), retry: false });
  const words = error ? errorMessage(error) : data === undefined ? "" : stateWords(data);
  return (
    <p role="status" className="text-muted text-sm">
      {words}
    </p>
  );
}

interface Present {
  holds: boolean | null;
  count: number | null;
  metric: string | null;
  value: number | null;
  reported: string | null;
}

function stateWords({ holds, count, metric, value, reported }: Present): string {
  if (count !== null)
    return `On record now: ${count.toLocaleString("en-US")}. You will be notified of additions.`;
  if (metric === null) {
    const latest =
      reported === null ? "No dated attestation." : `Latest attestation: ${formatDate(reported)}.`;
    return holds === true
      ? `${latest} Overdue now. You will be notified the next time it is overdue.`
      : `${latest} Not overdue.`;
  }
  const known = metricByName(metric);
  const figure =
    known === undefined || value === null
      ? "No data yet."
      : `Now: ${known.label} ${formatFull(value, known.unit, known.format)}${reported === null ? "" : `, last observed on ${reported}`}.`;
  return holds === true ? `${figure} Already met. You will be notified the next time it is met.` : figure;
}

export interface WatchFormProps {
  /** Null for a new watch. */
  edited: ListedWatch | null;
  initial: Values;
  endpoints: readonly ListedEndpoint[];
  organization: boolean;
}

const noMail = { value: "", label: "No email" };
const cadences = [...watchCadences.map(({ cadence, label }) => ({ value: cadence, label })), noMail];
const receivers = watchReceivers.map(({ to, label }) => ({ value: to, label }));
const noWebhook = { value: "", label: "No webhook" };

/** Creates or changes a watch. */
export function WatchForm({ edited, initial, endpoints, organization }: WatchFormProps) {
  const { watches } = useTrpc();
  const readAgain = useRefetch();
  const navigate = useNavigate();
  const [form, setForm] = useState(initial);
  const own = organization ? { of: "organization" as const } : {};
  const mailIsLogged = useMailIsLogged();
  const done = (message: string) => ({
    onSuccess: async () => {
      await readAgain();
      // True if no notification can be delivered: no mail server and no webhook.
      const isSilent = mailIsLogged && form.cadence !== "" && form.endpointId === "";
      showToast(
        isSilent
          ? {
              message: `${message} Its email cannot be sent: no mail server is configured.`,
              variant: "warning",
            }
          : { message, variant: "success" },
      );
      await navigate({ to: "/settings/watches", search: own, resetScroll: false });
      if (edited === null) setForm({ ...form, name: "", value: "" });
    },
  });
  const create = useMutation(watches.create.mutationOptions(done("Watch created.")));
  const edit = useMutation(watches.edit.mutationOptions(done("Watch updated.")));
  const mutation = edited === null ? create : edit;
  const { error, isPending } = mutation;
  const { problems, submit, clear } = useForm({
    mutation,
    send: (then) => {
      const draft = draftOf(form);
      if (edited === null) create.mutate({ organization, draft }, then);
      else edit.mutate({ organization, id: edited.id, draft }, then);
    },
  });
  const set = (next: Values) => {
    clear();
    setForm(next);
  };
  // The server checks the subject after the numbers.
  const isSubjectMissing = Object.keys(problems).length > 0 && form.type !== "catalog" && form.id === null;
  const subjectProblem = isSubjectMissing ? "Choose what to watch" : (problems.subject ?? null);
  const fields = [
    "subject",
    "cadence",
    "name",
    ...(isSubjectMissing ? ["id"] : []),
    ...(endpoints.length > 0 ? ["endpointId"] : []),
    ...conditionFieldNames(form),
  ];
  return (
    <Card
      title={edited === null ? "New watch" : "Edit watch"}
      description="A watch notifies you by email or webhook when something happens in the data."
    >
      <Form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start gap-3">
          <SubjectFields
            type={form.type}
            id={form.id}
            error={subjectProblem}
            onType={(type) => set(withType({ ...form, id: null }, type))}
            onId={(id) => set({ ...form, id })}
          />
        </div>
        <div className="flex flex-wrap items-start gap-3">
          <ConditionFields form={form} problems={problems} onChange={set} />
        </div>
        {!["asset", "token", "asset_class"].includes(form.type) && (
          <p className="text-muted text-sm">Watched totals include stablecoins.</p>
        )}
        {isComplete(form) && (
          <PresentState
            organization={organization}
            subject={{ type: form.type, id: form.id }}
            condition={conditionOf(form)}
          />
        )}
        <div className="flex flex-wrap items-start gap-3">
          <Select
            label="Email"
            options={cadences}
            value={form.cadence}
            error={problems.cadence ?? null}
            onChange={(next) =>
              set({ ...form, cadence: watchCadences.find(({ cadence }) => cadence === next)?.cadence ?? "" })
            }
          />
          {organization && form.cadence !== "" && (
            <Select
              label="Send to"
              options={receivers}
              value={form.receivers}
              onChange={(next) =>
                set({ ...form, receivers: watchReceivers.find(({ to }) => to === next)?.to ?? "maker" })
              }
            />
          )}
          {endpoints.length > 0 && (
            <Select
              label="Webhook"
              options={[noWebhook, ...endpoints.map(({ id, url }) => ({ value: id, label: url }))]}
              value={form.endpointId}
              error={problems.endpointId ?? null}
              className="max-w-72"
              onChange={(next) => set({ ...form, endpointId: next ?? "" })}
            />
          )}
          <TextField
            label="Name (optional)"
            name="name"
            autoComplete="off"
            maxLength={watchTextLimits.name}
            className="min-w-52 flex-1"
            value={form.name}
            error={problems.name ?? null}
            onChange={(name) => set({ ...form, name })}
          />
        </div>
        {mailIsLogged && form.cadence !== "" && (
          <p role="note" className="rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">
            No mail server is configured, so email about this watch is only written to the server log.{" "}
            <a href="#webhook-endpoints" className="underline">
              Use a webhook
            </a>{" "}
            to be notified.
          </p>
        )}
        <FormProblem error={error} fields={fields} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton loading={isPending}>{edited === null ? "Create watch" : "Save watch"}</SubmitButton>
          {edited !== null && (
            <Link to="/settings/watches" search={own} resetScroll={false} className={buttonClass()}>
              Cancel
            </Link>
          )}
        </div>
      </Form>
    </Card>
  );
}
