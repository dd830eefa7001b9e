import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { type RecordType, recordPath, type StoredRecord } from "#domain";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { showToast } from "../../ui/toasts/toast";
import { problemsOfError } from "../settings/fieldProblems";
import { type FormValue, formValues, sentValues } from "./formValues";
import { RecordInput } from "./RecordInput";
import { forgetRecords } from "./recordQueries";

export interface RecordFormProps {
  type: RecordType;
  /** The edited record; null for a new one. */
  record: StoredRecord | null;
}

/** The form of a kind of record, generated from its fields. Server errors are shown at their fields. */
export function RecordForm({ type, record }: RecordFormProps) {
  const { records } = useTrpc();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLDivElement>(null);
  const formFields = type.fields.filter(
    (field) => field.editable === "always" || (field.editable === "once" && record === null),
  );
  const [values, setValues] = useState<Record<string, FormValue>>(() => formValues(formFields, record));
  const create = useMutation(records.create.mutationOptions());
  const edit = useMutation(records.edit.mutationOptions());
  const save = useMutation({
    mutationFn: async () => {
      const sent = { record: type.name, values: sentValues(formFields, values) };
      if (record === null) return (await create.mutateAsync(sent)).id;
      await edit.mutateAsync({ ...sent, id: record.id });
      return record.id;
    },
    onSuccess: async (id) => {
      await forgetRecords(queryClient);
      showToast({
        message: record === null ? "Created." : "Changes saved.",
        variant: "success",
      });
      await navigate({ to: type.hasPage ? (recordPath(type, id) ?? type.path) : type.path });
    },
    onError: (error) => {
      const [first] = formFields.filter(({ name }) => name in problemsOfError(error));
      const field =
        first && form.current?.querySelector(`[name="${first.name}"], [data-field="${first.name}"]`);
      if (field instanceof HTMLElement) field.focus();
    },
  });
  const problems = problemsOfError(save.error);
  const isShown = formFields.some(({ name }) => name in problems);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <Form onSubmit={submit} noValidate prints>
      <Card>
        <div ref={form} className="flex max-w-2xl flex-col gap-5">
          {formFields.map((field) => (
            <RecordInput
              key={field.name}
              field={field}
              value={values[field.name] ?? ""}
              called={record?.names[field.name] ?? null}
              error={problems[field.name] ?? null}
              others={values}
              onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            />
          ))}
          {save.isError && !isShown && (
            <p role="alert" className="text-md text-negative">
              {errorMessage(save.error)}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <SubmitButton loading={save.isPending}>
              {record === null ? `Create ${type.singular}` : "Save changes"}
            </SubmitButton>
            <Link
              to={record !== null && type.hasPage ? (recordPath(type, record.id) ?? type.path) : type.path}
              className={buttonClass()}
            >
              Cancel
            </Link>
          </div>
        </div>
      </Card>
    </Form>
  );
}
