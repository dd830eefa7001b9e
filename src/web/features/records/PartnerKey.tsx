import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { apiKeyActions } from "#domain/people";
import { resources } from "#domain/resources";
import { wordsOfValue } from "#domain/vocabulary";
import { useTrpc } from "../../rpc/useTrpc";
import { Select } from "../../ui/controls/Select";
import { Card } from "../../ui/display/Card";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { ShownSecret } from "../settings/keys/ShownSecret";
import { FormProblem, useForm } from "../settings/useForm";
import { PageHeader } from "../shell/PageHeader";
import { RecordReference } from "./RecordReference";
import { RecordTabs } from "./RecordTabs";
import { RowFilterField } from "./RowFilterField";
import { forgetRecords } from "./recordQueries";

const BLANK = {
  name: "",
  organizationId: "",
  resources: ["assets"] as readonly string[],
  rowFilter: "",
  actions: [] as readonly string[],
  historyDays: "",
  requestsPerMinute: "",
  expires: "",
};

const FILTERED = ["assets"];
const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());
/** Parses a typed number. Invalid text is sent as it is, and the server reports the error. */
const sentNumber = (text: string): number | null => {
  const typed = orNull(text);
  return typed === null ? null : Number(typed);
};

/** Creates a key with its own role, and shows the key once. */
export function PartnerKey() {
  const { access } = useTrpc();
  const queryClient = useQueryClient();
  const [values, setValues] = useState(BLANK);
  const create = useMutation(
    access.createPartnerKey.mutationOptions({
      onSuccess: () => {
        setValues(BLANK);
        // Not awaited: the key is shown even if the refetch fails.
        void forgetRecords(queryClient);
      },
    }),
  );
  const { problems, submit, clear } = useForm({
    mutation: create,
    send: (then) =>
      create.mutate(
        {
          name: values.name,
          organizationId: orNull(values.organizationId),
          resources: [...values.resources],
          rowFilter: orNull(values.rowFilter),
          actions: apiKeyActions.filter(
            (action) => values.actions.length === 0 || values.actions.includes(action),
          ),
          historyDays: sentNumber(values.historyDays),
          requestsPerMinute: sentNumber(values.requestsPerMinute),
          expires: orNull(values.expires),
        },
        then,
      ),
  });
  const set = (part: Partial<typeof BLANK>) => {
    clear(...Object.keys(part));
    setValues((before) => ({ ...before, ...part }));
  };
  const problemAt = (name: keyof typeof BLANK) => problems[name] ?? null;
  return (
    <>
      <PageHeader
        title="Key for a partner"
        description="Creates a restricted data API key with its own role and policies. Resources that are not chosen are closed to it."
      />
      <RecordTabs />
      <Form onSubmit={submit} noValidate prints>
        <Card>
          <div className="flex max-w-2xl flex-col gap-5">
            <TextField
              name="name"
              label="Name"
              autoComplete="off"
              maxLength={100}
              value={values.name}
              hint="Also the name of the role and its policy."
              error={problemAt("name")}
              onChange={(name) => set({ name })}
            />
            <RecordReference
              label="Organization (optional)"
              record="organizations"
              value={values.organizationId}
              called={null}
              hint="Its plan and roles apply as well. Without one, the key belongs to the site, and no plan applies."
              error={problemAt("organizationId")}
              onChange={(organizationId) => set({ organizationId })}
            />
            <Select
              multiple
              label="Resources"
              placeholder="Choose"
              options={resources.map(({ slug }) => ({ value: slug, label: slug }))}
              value={[...values.resources]}
              hint={
                values.resources.length > 1
                  ? values.resources.join(", ")
                  : "Including their totals and series."
              }
              error={problemAt("resources")}
              onChange={(chosen) => set({ resources: chosen })}
            />
            <RowFilterField
              name="rowFilter"
              label="Assets"
              resources={FILTERED}
              value={values.rowFilter}
              blank="All assets"
              hint="A filter of the API in JSON. It also applies to tokens and all totals."
              error={problemAt("rowFilter")}
              max={10_000}
              onChange={(rowFilter) => set({ rowFilter })}
            />
            <TextField
              name="historyDays"
              label="Days of history (optional)"
              autoComplete="off"
              inputMode="numeric"
              maxLength={5}
              value={values.historyDays}
              hint="Leave blank for all history."
              error={problemAt("historyDays")}
              onChange={(historyDays) => set({ historyDays })}
            />
            <TextField
              name="requestsPerMinute"
              label="Requests per minute (optional)"
              autoComplete="off"
              inputMode="numeric"
              maxLength={7}
              value={values.requestsPerMinute}
              hint="Leave blank for the limit of the plan."
              error={problemAt("requestsPerMinute")}
              onChange={(requestsPerMinute) => set({ requestsPerMinute })}
            />
            <Select
              multiple
              label="Actions (optional)"
              placeholder="Both"
              options={apiKeyActions.map((value) => ({ value, label: wordsOfValue(value) }))}
              value={[...values.actions]}
              hint="Read covers JSON responses, download covers files."
              error={problemAt("actions")}
              onChange={(actions) => set({ actions })}
            />
            <TextField
              name="expires"
              label="Expiry date (optional)"
              type="date"
              value={values.expires}
              error={problemAt("expires")}
              onChange={(expires) => set({ expires })}
            />
            <FormProblem error={create.error} fields={Object.keys(BLANK)} />
            <div>
              <SubmitButton loading={create.isPending}>
                <KeyRound aria-hidden="true" className="size-4" />
                Create key
              </SubmitButton>
            </div>
          </div>
          <div role="status">
            {create.data && (
              <>
                <ShownSecret key={create.data.id} value={create.data.key} said="Key created." />
                <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-md">
                  <a href={`/admin/api_keys/${create.data.id}`} className="underline">
                    Open the key
                  </a>
                  <a href={`/admin/api_access_roles/${create.data.roleId}`} className="underline">
                    Open the role
                  </a>
                </p>
              </>
            )}
          </div>
        </Card>
      </Form>
    </>
  );
}
