import { useSuspenseQuery } from "@tanstack/react-query";
import { checksResource, fieldByName } from "#domain/resources";
import { CountTile, TileGrid } from "../features/provenance/TileGrid";
import { FreshnessTables } from "../features/sources/FreshnessTables";
import { OpenChecksTable } from "../features/sources/OpenChecksTable";
import { ValueChoice } from "../features/table/ChoiceLinks";
import type { TableSpec } from "../features/table/query/tableQuery";
import { useTrpc } from "../rpc/useTrpc";
import type { Screen } from "./frame/screen";
import { type Section, view } from "./frame/section";
import type { Subject } from "./frame/subject";
import { wholeMarket } from "./frame/subjects";
import { freshness } from "./sections/provenance";
import { wholeTable } from "./sections/table";

const TITLE = "Status";
const DESCRIPTION =
  "How fresh the data is, and results of the checks that run over every figure after each change.";

const useOpenChecks = () => useSuspenseQuery(useTrpc().market.openChecks.queryOptions()).data;

const severityTiles = [
  { severity: "error", label: "Errors", info: "Open results about figures that are impossible." },
  { severity: "warning", label: "Warnings", info: "Open results about figures that are probably wrong." },
  {
    severity: "notice",
    label: "Notices",
    info: "Open results about figures that can be right, but are worth a look.",
  },
] as const;

function OpenCounts() {
  const open = useOpenChecks();
  return (
    <TileGrid label="Open results" isNarrow>
      {severityTiles.map(({ severity, label, info }) => (
        <CountTile
          key={severity}
          label={label}
          count={open.reduce((sum, one) => sum + (one.severity === severity ? one.results : 0), 0)}
          info={info}
        />
      ))}
    </TileGrid>
  );
}

const OpenTable = () => <OpenChecksTable open={useOpenChecks()} />;

const loadOpen: Section<Subject>["load"] = ({ api: { queryClient, trpc } }) =>
  queryClient.query({ ...trpc.market.openChecks.queryOptions(), staleTime: "static" });

const openCounts: Section<Subject> = { load: loadOpen, show: () => <OpenCounts /> };
const openByCheck: Section<Subject> = { load: loadOpen, show: () => <OpenTable /> };

function Freshness() {
  return <FreshnessTables freshness={useSuspenseQuery(useTrpc().market.freshness.queryOptions()).data} />;
}

const ages: Section<Subject> = {
  load: ({ api: { queryClient, trpc } }) =>
    queryClient.query({ ...trpc.market.freshness.queryOptions(), staleTime: "static" }),
  show: () => <Freshness />,
};

const heading = (id: string, title: string, description: string) =>
  view(() => (
    <div id={id}>
      <h2 className="font-semibold text-base tracking-tight">{title}</h2>
      <p className="text-muted text-sm">{description}</p>
    </div>
  ));

const choices = view(({ search }) => (
  <div className="flex flex-wrap gap-x-6 gap-y-2">
    {["state", "severity"].map((name) => {
      const field = fieldByName(checksResource, name);
      return field && <ValueChoice key={name} field={field} search={search} />;
    })}
  </div>
));

const results = {
  resource: "checks",
  columns: ["statement", "asset_name", "check_slug", "severity", "state", "since", "resolved"],
  sort: { field: "since", direction: "desc" },
  perPage: 25,
} satisfies TableSpec;

/** How fresh the data is, and what the checks of figures found. */
export const status: Screen<Subject> = {
  subject: wholeMarket(TITLE),
  header: { title: TITLE, description: DESCRIPTION, actions: freshness.show },
  lead: [openCounts],
  sections: [
    openByCheck,
    heading("results", "Results of checks", "Newest first. Resolved results remain as history."),
    choices,
    wholeTable(results),
    heading("freshness", "Freshness", "Ages count from today, UTC."),
    ages,
  ],
  head: () => ({ title: TITLE, description: DESCRIPTION }),
  isUndated: true,
};
