import { lazy, type ReactNode, Suspense, useMemo } from "react";
import type { EndpointReference, EndpointResponse } from "#domain/api";
import type { QueryInput } from "#domain/query";
import { cutText } from "#domain/text";
import { useHydrated } from "../../hydration/useHydrated";
import { Tabs } from "../../ui/controls/Tabs";
import { Card } from "../../ui/display/Card";
import { Skeleton } from "../../ui/display/Skeleton";
import { requestOf } from "../apiTools/requestOf";
import { CopyButton } from "../asset/CopyButton";
import type { ResponseView } from "./explorerSearch";
import { parseResponse } from "./parseResponse";
import { ResponseProblems } from "./ResponseProblems";
import { ResponseTable } from "./ResponseTable";

/** Limit of shown characters: megabytes of text slow down scrolling. */
const SHOWN = 60_000;

/** The JSON of a response, unchanged except for formatting. */
function ResponseJson({ body }: { body: object }) {
  const text = useMemo(() => JSON.stringify(body, null, 2), [body]);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <p className="text-muted text-sm">
          {text.length > SHOWN
            ? `The first ${SHOWN.toLocaleString("en-US")} of ${text.length.toLocaleString("en-US")} characters; copying includes them all.`
            : "Raw API response."}
        </p>
        <CopyButton text={text} subject="JSON" />
      </div>
      <section
        className="slim-scroll max-h-[36rem] overflow-auto rounded-md bg-sunken p-3"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
        tabIndex={0}
        aria-label="JSON of the response"
      >
        <pre className="text-sm">
          <code>{cutText(text, SHOWN)}</code>
        </pre>
      </section>
    </div>
  );
}

/** The request URL of the API, as sent. */
const ApiAddress = ({ address }: { address: string }) => (
  <div className="flex min-w-0 items-start gap-2 rounded-md bg-sunken px-3 py-2">
    <span className="shrink-0 font-medium text-muted text-sm">GET</span>
    <section
      className="slim-scroll max-h-24 min-w-0 flex-1 overflow-y-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
      tabIndex={0}
      aria-label="API address"
    >
      <code className="break-all font-mono text-sm">{address}</code>
    </section>
    <CopyButton text={address} subject="API address" />
  </div>
);

// Lazy, because charts and their locales are large and many readers only need rows.
const ResponseChart = lazy(() => import("./ResponseChart").then((file) => ({ default: file.ResponseChart })));
const CodeTabs = lazy(() => import("../../charts/CodeTabs").then((file) => ({ default: file.CodeTabs })));

export interface ExplorerResponseProps {
  endpoint: EndpointReference;
  query: QueryInput | string;
  answer: EndpointResponse;
  /** Origin of the site. */
  origin: string;
  /** The endpoint. */
  url: string;
  /** The endpoint with its query. */
  address: string;
  view: ResponseView;
  onView: (view: ResponseView) => void;
}

/** The API's response as a table, a chart or JSON, and the request as code. */
export function ExplorerResponse({
  endpoint,
  query,
  answer,
  origin,
  url,
  address,
  view,
  onView,
}: ExplorerResponseProps) {
  const read = useMemo(() => parseResponse(endpoint.kind, answer), [endpoint.kind, answer]);
  const isSeries = endpoint.kind === "series";
  const parsedQuery = typeof query === "string" ? {} : query;
  const request = { ...requestOf(endpoint, { origin, query: parsedQuery }), url };
  const problems = read.kind === "error" ? <ResponseProblems status={read.status} body={read.body} /> : null;
  const shown = view === "chart" && !isSeries ? "table" : view;
  return (
    <Card title="Response" actions={<Count answer={read} />}>
      <div className="flex flex-col gap-3">
        <ApiAddress address={address} />
        <Tabs
          label="Show response as"
          value={shown}
          onChange={(next) => onView(views.find((one) => one === next) ?? "table")}
          tabs={[
            {
              value: "table",
              label: "Table",
              content: problems ?? (
                <TableOf endpoint={endpoint} read={read} fields={parsedQuery.fields ?? null} />
              ),
            },
            ...(isSeries
              ? [
                  {
                    value: "chart",
                    label: "Chart",
                    content: problems ?? (
                      <Later>
                        {read.kind === "series" && <ResponseChart body={read.body} request={request} />}
                      </Later>
                    ),
                  },
                ]
              : []),
            { value: "json", label: "JSON", content: <ResponseJson body={answer.body} /> },
            {
              value: "code",
              label: "Code",
              content: (
                <Later>
                  <CodeTabs request={request} />
                </Later>
              ),
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** Loads its content after hydration; the server renders none of it. */
function Later({ children }: { children: ReactNode }) {
  const wait = <Skeleton className="h-60 w-full" />;
  return useHydrated() ? <Suspense fallback={wait}>{children}</Suspense> : wait;
}

const views = ["table", "chart", "json", "code"] as const;

function TableOf({
  read,
  ...rest
}: Pick<ExplorerResponseProps, "endpoint"> & {
  read: ReturnType<typeof parseResponse>;
  fields: readonly string[] | null;
}) {
  if (read.kind === "error") return null;
  const { warnings = [] } = read.body;
  return (
    <>
      {warnings.length > 0 && (
        <ul aria-label="Warnings" className="mb-2 rounded-md bg-warning-soft px-3 py-2 text-md">
          {warnings.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code className="font-mono text-sm">{path}</code>: {message}
            </li>
          ))}
        </ul>
      )}
      <ResponseTable answer={read} {...rest} />
    </>
  );
}

function Count({ answer }: { answer: ReturnType<typeof parseResponse> }) {
  if (answer.kind === "error") return null;
  const { page, pageCount, resultCount } = answer.body.pagination;
  const results = `${resultCount.toLocaleString("en-US")} ${resultCount === 1 ? "result" : "results"}`;
  return (
    <p role="status" className="text-muted text-sm">
      {page !== null && pageCount > 1
        ? `${results}, page ${page} of ${pageCount.toLocaleString("en-US")}`
        : results}
    </p>
  );
}
