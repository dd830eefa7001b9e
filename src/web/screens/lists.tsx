/** The screens that list a resource, generated from the list of screens. */
import { type FirmGrouping, resourceByName } from "#domain/resources";
import { type List, mainMetrics, screens } from "#domain/screens";
import type { PageSearch } from "../features/chartView/pageSearch";
import { SearchLink } from "../features/table/query/SearchLink";
import type { TableSpec } from "../features/table/query/tableQuery";
import { SegmentedControl } from "../ui/controls/SegmentedControl";
import { where } from "./frame/layout";
import { ScreenPage } from "./frame/ScreenPage";
import type { Screen } from "./frame/screen";
import { type ScreenContext, type Section, view } from "./frame/section";
import type { Subject } from "./frame/subject";
import { rowsListed } from "./frame/subjects";
import { freshness } from "./sections/provenance";
import { fieldChoice, wholeTable } from "./sections/table";

/** Totals by the corporate groups of the rows of a list. */
const groupsSpec = (by: FirmGrouping): TableSpec => ({
  resource: "tokens",
  totals: { resource: "tokens", by, isFixed: true },
  columns: ["name", "asset_count", ...mainMetrics],
  sort: { field: "bridged_token_value_dollar", direction: "desc" },
});

/** The tables have different columns, so conditions and sort of one do not apply to the other. */
const asFirstOpened = { filters: undefined, sort: undefined, columns: undefined, q: undefined } as const;

const groupChoice = (title: string, by: FirmGrouping): Section =>
  view(({ search: { group } }) => (
    <div className="mb-3">
      <SegmentedControl
        label="Rows"
        size="sm"
        value={group === undefined ? "single" : "groups"}
        segments={[
          {
            value: "single",
            label: title,
            link: <SearchLink<PageSearch> patch={{ group: undefined, ...asFirstOpened }} />,
          },
          {
            value: "groups",
            label: "By group",
            link: <SearchLink<PageSearch> patch={{ group: by, ...asFirstOpened }} />,
          },
        ]}
      />
    </div>
  ));

const isGrouped = ({ search }: ScreenContext) => search.group !== undefined;

function listScreen(
  title: string,
  { resource, columns, description = resourceByName(resource)?.doc, filter, choice, group }: List,
): Screen<Subject> {
  // The list of screens only accepts columns of the resource.
  const spec = { resource, columns, ...(filter && { filter }) } as TableSpec;
  const grouped = group && groupsSpec(group);
  return {
    subject: rowsListed(spec, description, grouped),
    header: { title, actions: freshness.show },
    sections: [],
    isUndated: resourceByName(resource)?.metricsOf === null,
    lead: [
      ...(choice === undefined ? [] : [fieldChoice(resource, choice)]),
      ...(group === undefined ? [] : [groupChoice(title, group)]),
      ...(grouped === undefined
        ? [wholeTable(spec)]
        : [where(isGrouped, wholeTable(grouped)), where((context) => !isGrouped(context), wholeTable(spec))]),
    ],
    head: (subject) => ({
      title,
      description: `${subject.description} Search, filter, sort and download.`.trim(),
    }),
  };
}

/** Lists by path. */
export const lists: ReadonlyMap<string | null, Screen<Subject>> = new Map(
  screens.flatMap(({ path, label, list }) => (list === null ? [] : [[path, listScreen(label, list)]])),
);

/** The screen of the list at a path of the list of screens. */
export function listAt(path: string): Screen<Subject> {
  const found = lists.get(path);
  if (found === undefined) throw new Error(`There is no list at ${path}`);
  return found;
}

/** The page of that list. */
export const ListPage = ({ path }: { path: string }) => <ScreenPage screen={listAt(path)} />;
