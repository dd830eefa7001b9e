import { type AggregateRow, type Group, groupingByName } from "#domain";
import { ColorDot } from "../table/ColorDot";
import { EntityLink } from "../table/EntityLink";
import type { SmallColumn } from "./SmallTable";

/** Values of an enumeration are no names: they are written as words. */
const groupName = ({ type, name }: Group) =>
  type === "distribution" ? name.replace(/^./, (letter) => letter.toUpperCase()) : name;

/** What a row of totals is about, in its colour and with a link to its page. */
export const groupColumn = (header: string): SmallColumn<AggregateRow> => ({
  name: "group",
  header,
  cell: ({ group }) => (
    <span className="flex items-center gap-2">
      <ColorDot of={group} />
      <span className="font-medium">
        <EntityLink kind={groupingByName(group.type)?.entity ?? null} slug={group.slug}>
          {groupName(group)}
        </EntityLink>
      </span>
    </span>
  ),
});
