import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useRouteContext } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { QueryInput } from "#domain/query";
import { explorerFamilies, type ExplorerPage as Page } from "#domain/screens";
import { errorMessage } from "../../rpc/errorMessage";
import { Button } from "../../ui/controls/Button";
import { LinkPicker } from "../../ui/controls/LinkPicker";
import { useSearchChange } from "../../ui/controls/useShownPath";
import { Card } from "../../ui/display/Card";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { Form } from "../../ui/forms/Form";
import { ApiToolsNav } from "../apiTools/ApiToolsNav";
import { EditAs } from "../apiTools/EditAs";
import { Prose } from "../apiTools/Prose";
import { PageHeader } from "../shell/PageHeader";
import { ExplorerResponse } from "./ExplorerResponse";
import { endpointOptions, requestOptions } from "./explorerQueries";
import { type ExplorerSearch, editableQuery, queryText, type ResponseView } from "./explorerSearch";
import { JsonField, jsonProblem } from "./JsonField";
import { QueryBuilder } from "./QueryBuilder";

interface QueryJsonProps {
  /** The query as formatted JSON. */
  text: string;
  onRun: (text: string) => void;
  isBusy: boolean;
}

/** Editor for the query as JSON. The API reports errors. */
function QueryJson({ text, onRun, isBusy }: QueryJsonProps) {
  const [words, setWords] = useState(text);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = words.trim() === "" ? null : jsonProblem(words);
    setProblem(found);
    if (found === null) onRun(words);
  };
  return (
    <Form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <JsonField label="Query" value={words} error={problem} onChange={setWords} />
      <div>
        <Button type="submit" variant="primary" loading={isBusy}>
          <Play aria-hidden="true" className="size-3.5" />
          Run query
        </Button>
      </div>
    </Form>
  );
}

const everyPage = explorerFamilies.flatMap(({ pages }) => pages);

/** Links to the other endpoints. Endpoints with two paths are listed once. */
function EndpointLinks({ path }: { path: string }) {
  const here = everyPage.find((page) => page.path === path);
  const shown = new Map(everyPage.toReversed().map((page) => [page.requestPath, page]));
  if (here !== undefined) shown.set(here.requestPath, here);
  const pages = everyPage.filter((page) => shown.get(page.requestPath) === page);
  return (
    <nav aria-label="Endpoints" className="flex flex-wrap gap-2">
      <LinkPicker
        label="Endpoint"
        value={path}
        choices={pages.map((page) => ({
          value: page.path,
          label: page.requestPath.replace("/api/v4", "").replace("/api", ""),
          link: <Link to={page.path} />,
        }))}
      />
    </nav>
  );
}

/** Explores an endpoint of the data API: builds a query and shows the response. */
export function ExplorerPage({ page, search }: { page: Page; search: ExplorerSearch }) {
  const { trpc, site } = useRouteContext({ from: "__root__" });
  const change = useSearchChange();
  const endpoint = useSuspenseQuery(endpointOptions(trpc, page.endpoint)).data;
  const query = search.query ?? endpoint.example;
  const text = queryText(query);
  const answer = useQuery({
    ...requestOptions(trpc, page, text),
    placeholderData: keepPreviousData,
  });
  const editable = editableQuery(query);
  const [mode, setMode] = useState<"builder" | "json">(editable === null ? "json" : "builder");
  const url = site.origin + page.requestPath;
  const go = (next: ExplorerSearch) => change((current) => ({ ...current, ...next }));
  const run = (next: QueryInput | string) => {
    // An unchanged query is sent again.
    if (queryText(next) === text) void answer.refetch();
    else go({ query: next });
  };
  const runText = (words: string) => run(words.trim() === "" ? {} : asQuery(words));
  const isBuilder = mode === "builder" && editable !== null;
  return (
    <>
      <PageHeader title={`Explorer: ${endpoint.title}`} description={<Prose text={endpoint.doc} />} />
      <ApiToolsNav current="Explorer" />
      <div className="flex flex-col gap-4">
        <EndpointLinks path={page.path} />
        {page.version === 3 && (
          <p role="note" className="text-md text-muted">
            This page uses version 3 of the data API, which is deprecated.{" "}
            <Link to="/tools/api/v4/$slug" params={{ slug: page.name }} className="underline hover:text-ink">
              Use version 4
            </Link>
          </p>
        )}
        <Card title="Query" actions={<EditAs mode={isBuilder ? "builder" : "json"} onChange={setMode} />}>
          {isBuilder ? (
            <QueryBuilder
              key={`${page.endpoint} ${text}`}
              endpoint={endpoint}
              query={editable}
              onRun={run}
              onReset={() => go({ query: undefined })}
              isBusy={answer.isFetching}
            />
          ) : (
            <>
              {mode === "builder" && (
                <p className="mb-2 text-muted text-sm">The builder cannot show this query: edit its JSON.</p>
              )}
              <QueryJson
                key={`${page.endpoint} ${text}`}
                text={typeof query === "string" ? query : JSON.stringify(query, null, 2)}
                onRun={runText}
                isBusy={answer.isFetching}
              />
            </>
          )}
        </Card>
        {answer.data !== undefined ? (
          <ExplorerResponse
            endpoint={endpoint}
            query={query}
            answer={answer.data}
            origin={site.origin}
            url={url}
            address={`${url}?${new URLSearchParams({ query: text })}`}
            view={search.view ?? "table"}
            onView={(view: ResponseView) => go({ view: view === "table" ? undefined : view })}
          />
        ) : answer.isError ? (
          <ErrorState title="The query could not be sent">{errorMessage(answer.error)}</ErrorState>
        ) : (
          <Skeleton className="h-60 w-full" />
        )}
      </div>
    </>
  );
}

/** Parses JSON. Other text is sent as it is, and the API reports the error. */
function asQuery(words: string): QueryInput | string {
  const read: unknown = JSON.parse(words);
  return isQuery(read) ? read : words;
}

const isQuery = (read: unknown): read is QueryInput =>
  typeof read === "object" && read !== null && !Array.isArray(read);
