import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button } from "../../ui/controls/Button";
import { Checkbox } from "../../ui/controls/Checkbox";
import { Card } from "../../ui/display/Card";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { JsonField, jsonProblem } from "../explorer/JsonField";
import { CheckResult } from "./CheckResult";
import { MappingForm } from "./MappingForm";
import { draftOf, type MappingDraft, mappingOf } from "./mappingDraft";
import { megabytes, type Upload } from "./upload";

const asJson = (mapping: unknown) => JSON.stringify(mapping, null, 2);

/** An uploaded file: its mapping, the result of a check, and the import. */
export function PreparedImport({ upload }: { upload: Upload }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const { id, name, bytes, check, progress, state } = upload;
  const proposal = check?.proposal ?? null;
  const [source, setSource] = useState(upload.settings?.source ?? "");
  const [edited, setEdited] = useState<MappingDraft | null>(null);
  const draft = edited ?? (proposal === null ? null : draftOf(proposal));
  // A mapping that was checked before this page was opened is shown as sent.
  const checked = upload.settings?.mapping ?? null;
  const [json, setJson] = useState<string | null>(checked === null ? null : asJson(checked));
  const [again, setAgain] = useState(false);

  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.imports.current.queryKey() });
  const options = { onSettled: refresh };
  const startCheck = useMutation({ ...trpc.imports.check.mutationOptions(), ...options });
  const startImport = useMutation({ ...trpc.imports.start.mutationOptions(), ...options });
  const discard = useMutation({ ...trpc.imports.discard.mutationOptions(), ...options });

  const problem = json === null || json.trim() === "" ? null : jsonProblem(json);
  const mapping =
    json !== null
      ? json.trim() === "" || problem !== null
        ? null
        : JSON.parse(json)
      : draft === null
        ? null
        : mappingOf(draft);
  const settings = { id, source: source.trim() === "" ? null : source.trim(), mapping };
  const { id: _, ...current } = settings;
  const isChecked = state === "checked" && JSON.stringify(current) === JSON.stringify(upload.settings);
  const canImport = isChecked && check !== null && check.error === null && (check.storedAt === null || again);
  const isBusy = progress !== null || startCheck.isPending || startImport.isPending;
  const failure = startCheck.error ?? startImport.error ?? discard.error;

  return (
    <>
      <Card
        title={name}
        description={megabytes(bytes)}
        actions={
          <Button
            size="sm"
            disabled={state === "importing"}
            loading={discard.isPending}
            onClick={() => discard.mutate({ id })}
          >
            Discard
          </Button>
        }
      >
        <Form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (problem === null && !isBusy) startCheck.mutate(settings);
          }}
        >
          <TextField
            name="source"
            label="Source (optional)"
            hint="Issuer or vendor of the figures. Figures of one source replace earlier ones of the same source."
            autoComplete="off"
            className="max-w-96"
            value={source}
            onChange={setSource}
          />
          {json === null && draft !== null && proposal !== null && (
            <MappingForm draft={draft} proposal={proposal} onChange={setEdited} />
          )}
          {json !== null && (
            <JsonField label="Mapping (JSON)" value={json} error={problem} onChange={setJson} rows={14} />
          )}
          <div className="flex flex-wrap items-center gap-2">
            <SubmitButton
              loading={startCheck.isPending || state === "checking"}
              disabled={state === "importing"}
            >
              Check
            </SubmitButton>
            {json === null ? (
              <Button onClick={() => setJson(mapping === null ? "" : asJson(mapping))}>
                {draft === null ? "Add a mapping (JSON)" : "Edit as JSON"}
              </Button>
            ) : (
              <Button onClick={() => setJson(null)}>
                {proposal === null ? "Remove the mapping" : "Use the form"}
              </Button>
            )}
          </div>
        </Form>
        <p role="status" className="mt-2 text-muted text-sm">
          {progress === null && state === "checked" && "Check complete. The result is below."}
          {progress !== null &&
            `${state === "importing" ? "Importing" : "Checking"}, ${Math.floor(progress.share * 100)}%: ${progress.message}`}
        </p>
        {(failure !== null || upload.error !== null) && progress === null && (
          <p role="alert" className="mt-2 break-words text-md text-negative">
            {failure === null ? upload.error : errorMessage(failure)}
          </p>
        )}
      </Card>
      {check !== null && state !== "checking" && <CheckResult check={check} />}
      {isChecked && check?.error === null && (
        <Card title="3. Import">
          <div className="flex flex-col items-start gap-3">
            {check.storedAt !== null && (
              <Checkbox
                label="Apply the file again; it replaces later corrections"
                checked={again}
                onChange={setAgain}
              />
            )}
            <p className="text-md text-muted">
              {check.rowsRefused > 0
                ? "Rejected rows are quarantined; all other values are stored."
                : "All values are stored."}
            </p>
            <Button
              variant="primary"
              disabled={!canImport || isBusy}
              loading={startImport.isPending}
              onClick={() => startImport.mutate({ ...settings, again })}
            >
              Import
            </Button>
          </div>
        </Card>
      )}
    </>
  );
}
