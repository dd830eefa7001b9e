import { lazy, type ReactNode, Suspense, useMemo } from "react";
import type { EndpointAnswer, EndpointReference, QueryInput } from "#domain";
import { useHydrated } from "../../hydration/useHydrated";
import { Tabs } from "../../ui/controls/Tabs";
import { Card } from "../../ui/display/Card";
import { Skeleton } from "../../ui/display/Skeleton";
import { requestOf } from "../apiTools/requestOf";
import { AnswerJson } from "./AnswerJson";
import { AnswerProblems } from "./AnswerProblems";
import { AnswerTable } from "./AnswerTable";
import { ApiAddress } from "./ApiAddress";
import type { AnswerView } from "./explorerSearch";
import { readAnswer } from "./readAnswer";

// Drawing and languages are heavy, and many come for the rows alone.
const AnswerChart = lazy(() => import("./AnswerChart").then((file) => ({ default: file.AnswerChart })));
const CodeTabs = lazy(() => import("../../charts/CodeTabs").then((file) => ({ default: file.CodeTabs })));

export interface ExplorerAnswerProps {
  endpoint: EndpointReference;
  query: QueryInput | string;
  answer: EndpointAnswer;
  /** Address of the site. */
  origin: string;
  /** The endpoint. */
  url: string;
  /** The same with its query. */
  address: string;
  view: AnswerView;
  onView: (view: AnswerView) => void;
}

/** What the API answers: as a table, a chart, its JSON, and as code that asks the same. */
export function ExplorerAnswer({
  endpoint,
  query,
  answer,
  origin,
  url,
  address,
  view,
  onView,
}: ExplorerAnswerProps) {
  const read = useMemo(() => readAnswer(endpoint.kind, answer), [endpoint.kind, answer]);
  const isSeries = endpoint.kind === "series";
  const asked = typeof query === "string" ? {} : query;
  const request = { ...requestOf(endpoint, { origin, query: asked }), url };
  const problems = read.kind === "error" ? <AnswerProblems status={read.status} body={read.body} /> : null;
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
              content: problems ?? <TableOf endpoint={endpoint} read={read} fields={asked.fields ?? null} />,
            },
            ...(isSeries
              ? [
                  {
                    value: "chart",
                    label: "Chart",
                    content: problems ?? (
                      <Later>
                        {read.kind === "series" && <AnswerChart body={read.body} request={request} />}
                      </Later>
                    ),
                  },
                ]
              : []),
            { value: "json", label: "JSON", content: <AnswerJson body={answer.body} /> },
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

/** What is loaded once scripts run, since the server writes no part of it. */
function Later({ children }: { children: ReactNode }) {
  const wait = <Skeleton className="h-60 w-full" />;
  return useHydrated() ? <Suspense fallback={wait}>{children}</Suspense> : wait;
}

const views = ["table", "chart", "json", "code"] as const;

function TableOf({
  read,
  ...rest
}: Pick<ExplorerAnswerProps, "endpoint"> & {
  read: ReturnType<typeof readAnswer>;
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
      <AnswerTable answer={read} {...rest} />
    </>
  );
}

function Count({ answer }: { answer: ReturnType<typeof readAnswer> }) {
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
