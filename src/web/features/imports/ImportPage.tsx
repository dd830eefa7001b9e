import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { Button, buttonClass } from "../../ui/controls/Button";
import { Card } from "../../ui/display/Card";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { Form, fieldClass, SubmitButton } from "../../ui/forms/Form";
import { PlainField } from "../../ui/forms/PlainField";
import { RecordTabs } from "../records/RecordTabs";
import { PageHeader } from "../shell/PageHeader";
import { PreparedImport } from "./PreparedImport";
import { megabytes, type Upload, uploadFile } from "./upload";

/** Polling interval of a check or an import. */
const POLL_MS = 500;

/** Import of a file: upload, dry run with a proposed mapping, import. */
export function ImportPage() {
  const { data, error } = useQuery({
    ...useTrpc().imports.current.queryOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.upload?.progress ? POLL_MS : false),
  });
  const step = data === undefined ? null : `${data.upload?.id} ${data.upload?.state === "imported"}`;
  const steps = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);
  // Effect: the button that led to the next step is removed, and the focus with it.
  useEffect(() => {
    const isNext = shownStep.current !== null && shownStep.current !== step;
    shownStep.current = step;
    if (isNext && document.activeElement === document.body) steps.current?.focus();
  }, [step]);
  return (
    <>
      <PageHeader
        title="Import a file"
        description="Upload daily figures or investments, check what would be stored, then import."
      />
      <RecordTabs />
      {error !== null && data === undefined ? (
        <ErrorState title="The upload could not be loaded">{errorMessage(error)}</ErrorState>
      ) : data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <div ref={steps} tabIndex={-1} className="flex flex-col gap-4">
          {data.upload === null ? (
            <UploadCard limit={data.limit} />
          ) : data.upload.state === "imported" ? (
            <ImportedCard upload={data.upload} />
          ) : (
            <PreparedImport key={data.upload.id} upload={data.upload} />
          )}
        </div>
      )}
    </>
  );
}

function UploadCard({ limit }: { limit: number }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.imports.current.queryKey() });
  const check = useMutation(trpc.imports.check.mutationOptions());
  const upload = useMutation({
    mutationFn: uploadFile,
    onSuccess: async () => {
      const { upload: stored } = await queryClient.query({
        ...trpc.imports.current.queryOptions(),
        staleTime: 0,
      });
      if (stored !== null) {
        await check.mutateAsync({ id: stored.id, source: null, mapping: null }).catch(() => undefined);
      }
      await refresh();
    },
    onError: (failure) => {
      setProblem(failure.message);
      void refresh();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (upload.isPending) return;
    const file = input.current?.files?.[0];
    if (file === undefined) setProblem("Choose a file.");
    else if (file.size > limit) {
      setProblem(
        `Uploads are limited to ${megabytes(limit)}. Import larger files with cadastre import on the server.`,
      );
    } else {
      setProblem(null);
      upload.mutate(file);
    }
    if (file === undefined || file.size > limit) input.current?.focus();
  };
  return (
    <Card
      title="1. Upload"
      description={`CSV or JSON Lines, plain or gzipped, or Parquet, up to ${megabytes(limit)}.`}
    >
      <Form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <PlainField label="File" error={problem ?? undefined} className="min-w-0 flex-1 basis-60">
          {(attributes) => (
            <input
              {...attributes}
              ref={input}
              type="file"
              name="file"
              className={`${fieldClass} px-2.5 py-1.5`}
            />
          )}
        </PlainField>
        <SubmitButton loading={upload.isPending}>Upload and check</SubmitButton>
      </Form>
      <p role="status" className="mt-2 text-muted text-sm">
        {upload.isPending && "Uploading…"}
      </p>
    </Card>
  );
}

/** The report of an import. */
function ImportedCard({ upload: { id, name, report } }: { upload: Upload }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  // Effect: pages that were fetched before the import show its figures when they are opened again.
  useEffect(() => queryClient.removeQueries({ type: "inactive" }), [queryClient]);
  const discard = useMutation({
    ...trpc.imports.discard.mutationOptions(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.imports.current.queryKey() }),
  });
  return (
    <Card title={`Imported: ${name}`}>
      <p role="status" className="text-md">
        {report?.isComplete
          ? "The file was imported."
          : "The import ended; not everything in the file was stored."}
      </p>
      <pre className="mt-2 whitespace-pre-wrap break-words font-mono text-sm">{report?.summary}</pre>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" loading={discard.isPending} onClick={() => discard.mutate({ id })}>
          Import another file
        </Button>
        <Link to="/admin/data" search={{ file: name }} className={buttonClass()}>
          Quarantine of this file
        </Link>
      </div>
    </Card>
  );
}
