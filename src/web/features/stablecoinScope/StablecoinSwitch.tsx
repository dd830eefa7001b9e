import type { StablecoinScope } from "#domain";
import { SegmentedControl } from "../../ui/controls/SegmentedControl";
import type { PageSearch } from "../chartView/pageSearch";
import { SearchLink } from "../table/query/SearchLink";

/**
 * Links that select the stablecoin scope of a page. Both are explicit in the URL: a link replaces the
 * session's choice.
 */
export const StablecoinSwitch = ({ scope }: { scope: StablecoinScope }) => (
  <SegmentedControl
    label="Stablecoins"
    size="sm"
    value={scope}
    segments={[
      {
        value: "without",
        label: "Without stablecoins",
        link: <SearchLink<PageSearch> patch={{ stablecoins: "without" }} />,
      },
      {
        value: "with",
        label: "With",
        name: "With stablecoins",
        link: <SearchLink<PageSearch> patch={{ stablecoins: "with" }} />,
      },
    ]}
  />
);
