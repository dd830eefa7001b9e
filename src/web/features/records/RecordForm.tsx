import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type RecordType, recordPath, type StoredRecord } from "#domain/records";
import { useTrpc } from "../../rpc/useTrpc";
import { buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { showToast } from "../../ui/toasts/toast";
import { FormProblem, useForm } from "../settings/useForm";
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
  });
  const { problems, submit, clear } = useForm({
    mutation: save,
    send: (then) => save.mutate(undefined, then),
  });
  return (
    <Form onSubmit={submit} noValidate prints>
      <Card>
        <div className="flex max-w-2xl flex-col gap-5">
          {formFields.map((field) => (
            <RecordInput
              key={field.name}
              field={field}
              value={values[field.name] ?? ""}
              called={record?.names[field.name] ?? null}
              error={problems[field.name] ?? null}
              others={values}
              onChange={(value) => {
                clear(field.name);
                setValues((before) => ({ ...before, [field.name]: value }));
              }}
            />
          ))}
          <FormProblem error={save.error} fields={formFields.map(({ name }) => name)} />
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
