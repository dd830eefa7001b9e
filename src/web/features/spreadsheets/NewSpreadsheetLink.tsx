import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { spreadsheetAddress } from "#domain/people";
import { powerQueryTable, sheetsFormula } from "../../charts/files/spreadsheetFormulas";
import { refetchChanged } from "../../rpc/refetchChanged";
import { useTrpc } from "../../rpc/useTrpc";
import { CopyText } from "../../ui/controls/CopyText";
import { Tabs } from "../../ui/controls/Tabs";
import { Card } from "../../ui/display/Card";
import { Form, SubmitButton } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { JsonField } from "../explorer/JsonField";
import { NameAndExpiry, UNNAMED } from "../settings/keys/NameAndExpiry";
import { FormProblem, useForm } from "../settings/useForm";
import type { SpreadsheetSearch } from "./spreadsheetSearch";

interface SpreadsheetFormula {
  name: string;
  label: string;
  /** The formula or URL to paste. */
  code: string;
  /** Where to paste it. */
  how: string;
}

/** How each program reads the CSV at a URL. */
export const formulas = (address: string): readonly SpreadsheetFormula[] => [
  {
    name: "sheets",
    label: "Google Sheets",
    code: sheetsFormula(address),
    how: "Paste into a cell. Google reads the link about once an hour, from its own servers, so the site must be public.",
  },
  {
    name: "excel",
    label: "Excel",
    code: powerQueryTable(`Web.Contents("${address}")`),
    how: "Data, Get Data, From Other Sources, Blank Query; then Advanced Editor, replace its contents, and choose Anonymous access if asked. Refresh All reads the link again.",
  },
  {
    name: "libreoffice",
    label: "LibreOffice",
    code: address,
    how: "Sheet, External Links: paste the URL and press Enter. Choose UTF-8, English (USA) as the language and a comma as the only separator, then CSV_all and how often to update it. In a language with decimal commas, 1.5 would become 15.",
  },
];

/** A new link as a formula for each program, shown once. */
const ShownLink = ({ address }: { address: string }) => (
  <div className="mt-4 flex flex-col gap-2 rounded-md bg-positive-soft p-3">
    <p className="text-md text-positive">
      Link created. Copy it now: it will not be shown again. Anyone with the link can read this query.
    </p>
    <Tabs
      label="Application"
      tabs={formulas(address).map((formula) => ({
        value: formula.name,
        label: formula.label,
        content: <Formula {...formula} />,
      }))}
    />
  </div>
);

const Formula = ({ label, code, how }: SpreadsheetFormula) => (
  <CopyText
    label={`${label} formula`}
    code={code}
    className="max-h-48 rounded-sm bg-surface p-2"
    wraps
    button={{ size: "sm" }}
  >
    <p className="text-md">{how}</p>
  </CopyText>
);

const EXAMPLE = '{"fields": ["name", "ticker", "bridged_token_value_dollar"]}';

/** Creates a link from an endpoint and a query, and shows it once. */
export function NewSpreadsheetLink({ search, origin }: { search: SpreadsheetSearch; origin: string }) {
  const trpc = useTrpc();
  const queryClient = useQueryClient();
  const [named, setNamed] = useState(UNNAMED);
  const [path, setPath] = useState(search.path ?? "/assets");
  const [query, setQuery] = useState(search.query ?? EXAMPLE);
  const create = useMutation(
    trpc.spreadsheetLinks.create.mutationOptions({
      onSuccess: () => {
        setNamed((last) => ({ ...last, name: "" }));
        // Not awaited: the link is shown even if the refetch fails.
        void refetchChanged(queryClient, { queryKey: trpc.spreadsheetLinks.list.queryKey() });
      },
    }),
  );
  const { name, expiresAt } = named;
  const { problems, submit, clear } = useForm({
    mutation: create,
    check: () => (name.trim() === "" ? { name: "Enter a name for the link" } : null),
    send: (then) =>
      create.mutate({ name, path: path.trim(), query, expiresAt: expiresAt === "" ? null : expiresAt }, then),
  });
  const { name: _name, path: pathProblem, expiresAt: _expiresAt, ...others } = problems;
  // Errors within the query are named by path.
  const [queryProblem] = Object.entries(others);
  return (
    <Card
      title="New link"
      description="A link returns the result of one data API query as CSV, with your permissions. No key needed."
    >
      <Form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <NameAndExpiry
          value={named}
          placeholder="Weekly report"
          problems={problems}
          onChange={(value) => {
            clear("name", "expiresAt");
            setNamed(value);
          }}
        />
        <TextField
          label="Endpoint"
          name="path"
          autoComplete="off"
          className="min-w-52 basis-full"
          value={path}
          error={pathProblem ?? null}
          onChange={(value) => {
            clear("path");
            setPath(value);
          }}
        />
        <div className="basis-full">
          <JsonField
            label="Query"
            rows={6}
            value={query}
            error={queryProblem === undefined ? null : `${queryProblem[0]}: ${queryProblem[1]}`}
            onChange={(value) => {
              clear();
              setQuery(value);
            }}
          />
        </div>
        <SubmitButton loading={create.isPending}>
          <Link2 aria-hidden="true" className="size-4" />
          Create link
        </SubmitButton>
      </Form>
      <FormProblem error={create.error} fields={Object.keys(problems)} className="mt-2" />
      <div role="status">
        {create.data && (
          <ShownLink key={create.data.id} address={spreadsheetAddress(origin, create.data.secret)} />
        )}
      </div>
    </Card>
  );
}
