import type { AssetClass } from "#domain";
import { ANY, ChoiceLinks } from "./ChoiceLinks";
import { conditionOn } from "./oneCondition";
import type { TableSearch } from "./tableSearch";

const CLASS = ["asset_class_slug", "in"] as const;

export interface ClassChoiceProps {
  search: TableSearch;
  classes: readonly Pick<AssetClass, "slug" | "name">[];
}

/** Chooses the asset class that a page is about. */
export function ClassChoice({ search, classes }: ClassChoiceProps) {
  const value = conditionOn(search, ...CLASS);
  const [first, ...more] = Array.isArray(value) ? value : [];
  return (
    <ChoiceLinks
      label="Asset class"
      on={CLASS}
      search={search}
      chosen={value === undefined ? ANY : more.length === 0 ? String(first) : ""}
      choices={classes.map(({ slug, name }) => ({ value: slug, label: name, name, is: [slug] }))}
    />
  );
}
