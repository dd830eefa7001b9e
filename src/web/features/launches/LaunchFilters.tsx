import { Rss } from "lucide-react";
import type { ResourceRow } from "#domain/api";
import { assetClasses } from "#domain/vocabulary";
import { buttonClass } from "../../ui/controls/Button";
import { LinkPicker } from "../../ui/controls/LinkPicker";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import type { PageSearch } from "../chartView/pageSearch";
import { filteredValue, replacing } from "../table/filters/oneCondition";
import { SearchLink } from "../table/query/SearchLink";
import { searchFilter } from "../table/query/tableSearch";
import { type LaunchKind, launchKinds } from "./launchKinds";

/** Path of the new arrivals feed with the same conditions. */
export function feedAddress(kind: LaunchKind, search: PageSearch): string {
  const filter = searchFilter(search);
  const parameters = new URLSearchParams({
    ...(kind === "token" && { kind }),
    ...(filter !== null && { query: JSON.stringify({ filter }) }),
  });
  return `/new-asset-monitor.atom${parameters.size === 0 ? "" : `?${parameters}`}`;
}

export interface LaunchFiltersProps {
  kind: LaunchKind;
  search: PageSearch;
  /** The available networks. */
  networks: readonly ResourceRow[];
}

const CLASS = "asset_class_slug";

/** Filters by kind, class and network, all in the URL, and a link to the feed. */
export function LaunchFilters({ kind, search, networks }: LaunchFiltersProps) {
  const { networkField, networkOperator } = launchKinds[kind];
  const wanted = (field: string, value: string | null, operator: "equals" | "includes") => (
    <SearchLink<PageSearch>
      patch={replacing(
        field,
        value === null ? null : [field, operator, operator === "includes" ? [value] : value],
      )}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        label="What is listed"
        size="sm"
        value={kind}
        segments={(["asset", "token"] as const).map((value) => ({
          value,
          label: launchKinds[value].label,
          // Field names differ, so the other list starts without conditions.
          link: (
            <SearchLink<PageSearch>
              patch={{
                kind: value === "asset" ? undefined : value,
                filters: undefined,
                sort: undefined,
                columns: undefined,
                q: undefined,
              }}
            />
          ),
        }))}
      />
      <LinkPicker
        label="Class"
        value={filteredValue(search.filters, CLASS) ?? ""}
        choices={[
          { value: "", label: "All", link: wanted(CLASS, null, "equals") },
          ...assetClasses.map(({ slug, name }) => ({
            value: slug,
            label: name,
            link: wanted(CLASS, slug, "equals"),
          })),
        ]}
      />
      <LinkPicker
        label="Network"
        value={filteredValue(search.filters, networkField) ?? ""}
        choices={[
          { value: "", label: "All", link: wanted(networkField, null, networkOperator) },
          ...networks.map(({ slug, name }) => ({
            value: String(slug),
            label: String(name),
            link: wanted(networkField, String(slug), networkOperator),
          })),
        ]}
      />
      <a
        href={feedAddress(kind, search)}
        className={`ml-auto no-print ${buttonClass({ size: "sm" })}`}
        type="application/atom+xml"
      >
        <Rss aria-hidden="true" className="size-3.5" />
        Atom feed
      </a>
    </div>
  );
}
