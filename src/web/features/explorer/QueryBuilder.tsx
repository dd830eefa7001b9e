import { Play, RotateCcw } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { EndpointReference } from "#domain/api";
import { aggregateFunctions, metricByName } from "#domain/metrics";
import { aggregateModes, intervals, type QueryInput } from "#domain/query";
import { isUnitGrouping } from "#domain/resources";
import { Button } from "../../ui/controls/Button";
import { Select } from "../../ui/controls/Select";
import { Form } from "../../ui/forms/Form";
import { TextField } from "../../ui/forms/TextField";
import { FilterEditor } from "./FilterEditor";
import { draftOf, incomplete, type QueryDraft, queryOf } from "./queryDraft";

export interface QueryBuilderProps {
  endpoint: EndpointReference;
  /** The query of the response. */
  query: QueryInput;
  onRun: (query: QueryInput) => void;
  onReset: () => void;
  isBusy: boolean;
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
/** Omits the part from the query. */
const NONE = "";
const orDefault = (values: readonly string[], label: string) => [
  { value: NONE, label },
  ...asOptions(values),
];

/** Builds a query from the endpoint's description. Runs only complete queries. */
export function QueryBuilder({ endpoint, query, onRun, onReset, isBusy }: QueryBuilderProps) {
  const { kind, meta, filterFields, groupBys, groupBy, metrics } = endpoint;
  const isSeries = kind === "series";
  const [draft, setDraft] = useState(() => draftOf(query, { picksMetrics: isSeries }));
  const [missing, setMissing] = useState<readonly number[]>([]);
  const change = (next: Partial<QueryDraft>) => setDraft((before) => ({ ...before, ...next }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const blank = incomplete(draft.filter);
    setMissing(blank);
    if (blank.length === 0) onRun(queryOf(draft, filterFields));
  };
  const grouping = draft.groupBy ?? groupBy;
  // Without a grouping, each series belongs to one asset or token.
  const isUnit = grouping === null || isUnitGrouping(grouping);
  const sortable = isSeries ? [] : meta.fields.filter((field) => field.sortable);
  const sortField = draft.sort?.field ?? NONE;
  const isListed = sortField === NONE || sortable.some(({ name }) => name === sortField);
  return (
    <Form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {isSeries && (
        <Select
          multiple
          label="Metrics"
          placeholder="Choose metrics"
          options={metrics
            .filter(({ slug }) => isUnit || metricByName(slug)?.isPerUnit !== true)
            .map(({ slug, label }) => ({ value: slug, label: slug, hint: label }))}
          value={draft.metrics}
          className="w-full max-w-md"
          onChange={(next) => change({ metrics: next })}
        />
      )}
      <FilterEditor
        root={draft.filter}
        fields={isSeries ? filterFields.filter(({ name }) => name !== "measure_slug") : filterFields}
        missing={missing}
        onChange={(filter) => change({ filter })}
      />
      <div className="flex flex-wrap items-start gap-3">
        {kind === "rows" && (
          <TextField
            label="Search"
            value={draft.search}
            autoComplete="off"
            placeholder="Words"
            onChange={(search) => change({ search })}
          />
        )}
        {!isSeries && (
          <>
            <Select
              label="Sort by"
              options={[
                { value: NONE, label: "Default" },
                ...(isListed ? [] : asOptions([sortField])),
                ...sortable.map(({ name, label }) => ({ value: name, label: name, hint: label })),
              ]}
              value={sortField}
              className="w-52 max-w-full"
              onChange={(field) =>
                change({
                  sort:
                    field === null || field === NONE
                      ? null
                      : { field, direction: draft.sort?.direction || "desc" },
                })
              }
            />
            {draft.sort !== null && (
              <Select
                label="Direction"
                options={asOptions(["asc", "desc"])}
                value={draft.sort.direction === "" ? "desc" : draft.sort.direction}
                onChange={(next) =>
                  draft.sort &&
                  change({ sort: { ...draft.sort, direction: next === "asc" ? "asc" : "desc" } })
                }
              />
            )}
          </>
        )}
        {kind !== "rows" && (
          <Select
            label="Group by"
            options={orDefault(groupBys, groupBy === null ? "Default" : `Default (${groupBy})`)}
            value={draft.groupBy ?? NONE}
            className="w-44 max-w-full"
            onChange={(next) => change({ groupBy: next || null })}
          />
        )}
        {isSeries && (
          <>
            <Select
              label="Function"
              options={orDefault(aggregateFunctions, "Default")}
              value={draft.aggregateFunction ?? NONE}
              onChange={(next) => change({ aggregateFunction: next || null })}
            />
            <Select
              label="Interval"
              options={orDefault(intervals, "Default (day)")}
              value={draft.interval ?? NONE}
              onChange={(next) => change({ interval: next || null })}
            />
            <Select
              label="Mode"
              options={orDefault(aggregateModes, "Default")}
              value={draft.mode ?? NONE}
              onChange={(next) => change({ mode: next || null })}
            />
          </>
        )}
        <TextField
          label="Page"
          inputMode="numeric"
          className="w-20"
          value={draft.page}
          placeholder="1"
          onChange={(page) => change({ page })}
        />
        <TextField
          label="Per page"
          inputMode="numeric"
          className="w-40"
          value={draft.perPage}
          placeholder={String(meta.limits.default_per_page)}
          onChange={(perPage) => change({ perPage })}
        />
      </div>
      {!isSeries && (
        <Select
          multiple
          label={kind === "rows" ? "Fields" : "Metrics"}
          placeholder="All"
          options={meta.fields
            .filter(({ type }) => kind === "rows" || type === "metric")
            .map(({ name, label }) => ({ value: name, label: name, hint: label }))}
          value={draft.fields}
          className="w-full max-w-md"
          onChange={(fields) => change({ fields })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={isBusy}>
          <Play aria-hidden="true" className="size-3.5" />
          Run query
        </Button>
        <Button variant="secondary" onClick={onReset}>
          <RotateCcw aria-hidden="true" className="size-3.5" />
          Start from the example
        </Button>
      </div>
    </Form>
  );
}
