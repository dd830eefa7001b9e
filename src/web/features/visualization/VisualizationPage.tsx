import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { namedSeries } from "#domain/api";
import type { InputProblem } from "#domain/errors";
import { isLent } from "#domain/resources";
import { timeModes } from "../../charts/series/chartTypes";
import { useHydrated } from "../../hydration/useHydrated";
import { errorMessage } from "../../rpc/errorMessage";
import { Button } from "../../ui/controls/Button";
import { Checkbox } from "../../ui/controls/Checkbox";
import { Select } from "../../ui/controls/Select";
import { useSearchChange } from "../../ui/controls/useShownPath";
import { Card } from "../../ui/display/Card";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { Form } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { ApiToolsNav } from "../apiTools/ApiToolsNav";
import { EditAs } from "../apiTools/EditAs";
import { requestOf } from "../apiTools/requestOf";
import { endpointOptions } from "../explorer/explorerQueries";
import { JsonField, jsonProblem } from "../explorer/JsonField";
import { QueryBuilder } from "../explorer/QueryBuilder";
import { PageHeader } from "../shell/PageHeader";
import { ChartShare } from "./ChartShare";
import type { ChartAddress } from "./chartAddress";
import {
  type ChartDefinition,
  chartEndpoints,
  exampleChart,
  openChartEndpoints,
  readChart,
} from "./chartDefinition";
import { chartOptions } from "./loadChart";

interface ChartJsonProps {
  text: string;
  /** Errors of the initial text. */
  given: readonly InputProblem[];
  onDraw: (chart: ChartDefinition) => void;
}

/** The definition of a chart as JSON. Errors are named by path. */
function ChartJson({ text, given, onDraw }: ChartJsonProps) {
  const [words, setWords] = useState(text);
  const [problems, setProblems] = useState(given);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const broken = jsonProblem(words);
    if (broken !== null) return setProblems([{ path: "chart", message: broken }]);
    const read = readChart(JSON.parse(words));
    setProblems(read.problems);
    if (read.chart !== null) onDraw(read.chart);
  };
  return (
    <Form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <JsonField
        label="Chart"
        value={words}
        error={
          problems.length === 0 ? null : problems.map(({ path, message }) => `${path}: ${message}`).join("; ")
        }
        onChange={setWords}
        rows={20}
      />
      <div>
        <Button type="submit" variant="primary">
          <Play aria-hidden="true" className="size-3.5" />
          Draw chart
        </Button>
      </div>
    </Form>
  );
}

const DefinedChart = lazy(() => import("./DefinedChart").then((file) => ({ default: file.DefinedChart })));

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Builds a chart from a query of the data API, to share or embed. */
export function VisualizationPage({ search }: { search: ChartAddress }) {
  const { trpc, site } = useRouteContext({ from: "__root__" });
  const changeSearch = useSearchChange();
  const read = chartOf(search);
  const shown = read.chart ?? exampleChart;
  const endpoint = useSuspenseQuery(endpointOptions(trpc, shown.endpoint)).data;
  const answer = useQuery({
    ...chartOptions(trpc, shown),
    enabled: read.chart !== null,
    placeholderData: keepPreviousData,
  });
  const [mode, setMode] = useState<"builder" | "json">("builder");
  const isBuilder = mode === "builder" && read.chart !== null;
  const isHydrated = useHydrated();
  const draw = (next: (current: ChartDefinition) => ChartDefinition) =>
    changeSearch((current) => ({ chart: next(chartOf(current).chart ?? shown) }));
  const change = (next: Partial<ChartDefinition>) => draw((current) => ({ ...current, ...next }));
  const text = JSON.stringify(search.chart ?? exampleChart, null, 2);
  const request = requestOf(endpoint, { origin: site.origin, query: shown.query });
  const parameters = new URLSearchParams({ chart: JSON.stringify(shown) });
  const wait = <Skeleton className="h-80 w-full" />;
  return (
    <>
      <PageHeader
        title="Visualization"
        description="Chart any series of the data API: use the builder or JSON, share the chart by link, or embed it in other pages."
      />
      <ApiToolsNav current="Visualization" />
      <div className="grid gap-4 xl:grid-cols-2">
        <Card
          title="Definition"
          actions={<EditAs mode={isBuilder ? "builder" : "json"} onChange={setMode} />}
        >
          {isBuilder ? (
            <div className="flex flex-col gap-4">
              <div className="flex flex-wrap items-end gap-3">
                <Select
                  label="Endpoint"
                  options={options(chartEndpoints)}
                  value={shown.endpoint}
                  onChange={(next) => next !== null && change({ endpoint: next, query: queryFor(next) })}
                />
                <Select
                  label="Draw as"
                  options={options(timeModes)}
                  value={shown.mode}
                  onChange={(next) => change({ mode: timeModes.find((one) => one === next) ?? "lines" })}
                />
                <Select
                  label="Scale"
                  options={options(["linear", "log"])}
                  value={shown.scale}
                  onChange={(next) => change({ scale: next === "log" ? "log" : "linear" })}
                />
                <div className="flex min-h-control-md items-center">
                  <Checkbox
                    label="Shares"
                    checked={shown.percent}
                    onChange={(percent) => change({ percent })}
                  />
                </div>
              </div>
              <TitleField key={shown.title} title={shown.title} onChange={(title) => change({ title })} />
              <QueryBuilder
                key={`${shown.endpoint} ${JSON.stringify(shown.query)}`}
                endpoint={endpoint}
                query={shown.query}
                onRun={(query) => change({ query })}
                onReset={() => draw(() => exampleChart)}
                isBusy={answer.isFetching}
              />
            </div>
          ) : (
            <ChartJson key={text} text={text} given={read.problems} onDraw={(next) => draw(() => next)} />
          )}
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Preview">
            {read.chart === null ? (
              <p className="text-md text-muted">Correct the definition to see the chart.</p>
            ) : answer.isError ? (
              <ErrorState title="The chart could not be drawn">{errorMessage(answer.error)}</ErrorState>
            ) : answer.data === undefined || !isHydrated ? (
              wait
            ) : (
              <Suspense fallback={wait}>
                <DefinedChart chart={shown} answer={answer.data} brand={site.brand} request={request} />
              </Suspense>
            )}
          </Card>
          {read.chart !== null && (
            <ChartShare
              title={shown.title || endpoint.title}
              link={`${site.origin}/developer/visualization?${parameters}`}
              embed={
                openChartEndpoints.includes(shown.endpoint) && !site.requiresSignIn
                  ? `${site.origin}/embed?${parameters}&embed=1`
                  : null
              }
              isPrivate={site.requiresSignIn}
              csv={csvOf(shown)}
            />
          )}
        </div>
      </div>
    </>
  );
}

const chartOf = ({ chart }: ChartAddress) => readChart(chart ?? exampleChart);

/** The initial query of an endpoint. Pools and loans only have lending metrics and their own groupings. */
function queryFor(endpoint: string): ChartDefinition["query"] {
  const resource = namedSeries.find(({ name }) => endpoint === `/${name}`)?.resource;
  if (!isLent(resource)) return exampleChart.query;
  return {
    ...exampleChart.query,
    filter: { operator: "equals", field: "measure_slug", value: "cumulative_issued_amount_dollar" },
    aggregate: { interval: "month" },
  };
}

function csvOf({ endpoint, query }: ChartDefinition): string {
  const { pagination: _, ...whole } = query;
  return `/export${endpoint}.csv?${new URLSearchParams({ query: JSON.stringify(whole) })}`;
}

/** Applied on blur: every key press would be another URL. */
function TitleField({ title, onChange }: { title: string; onChange: (title: string) => void }) {
  const [words, setWords] = useState(title);
  return (
    <TextField
      label="Title"
      value={words}
      maxLength={120}
      placeholder="Names of its metrics"
      autoComplete="off"
      onChange={setWords}
      onBlur={() => words !== title && onChange(words.trim())}
    />
  );
}
