import type { AggregateRow } from "#domain/api";
import { groupingByName, groupName } from "#domain/resources";
import { EntityLink } from "../table/cells/EntityLink";
import { ColorDot } from "../table/cells/RowDot";
import type { SmallColumn } from "./SmallTable";

/** Name of a group in its colour, linked to its page. */
export const groupColumn = (header: string): SmallColumn<AggregateRow> => ({
  name: "group",
  header,
  cell: ({ group }) => (
    <span className="flex items-center gap-2">
      <ColorDot of={group} />
      <span className="font-medium">
        <EntityLink kind={groupingByName(group.type)?.entity ?? null} slug={group.slug}>
          {groupName(group, "tokens")}
        </EntityLink>
      </span>
    </span>
  ),
});
