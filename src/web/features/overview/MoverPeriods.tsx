import { lookbacks } from "#domain";
import { lookbackInWords, lookbackLabel } from "../../format/lookbackLabel";
import { SegmentedControl } from "../../ui/SegmentedControl";
import type { PageSearch } from "../chartView/pageSearch";
import { SearchLink } from "../table/SearchLink";

/** Over how long assets moved, as links. */
export const MoverPeriods = ({ label, search }: { label: string; search: PageSearch }) => (
  <SegmentedControl
    label={label}
    size="xs"
    value={search.movers ?? "30d"}
    segments={lookbacks.map((period) => ({
      value: period,
      label: lookbackLabel(period),
      name: lookbackInWords(period),
      link: <SearchLink<PageSearch> patch={{ movers: period === "30d" ? undefined : period }} />,
    }))}
  />
);
