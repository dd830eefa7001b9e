import type { EntityStats, ResourceRow } from "#domain";
import { ColorDot } from "./ColorDot";
import { coloredRow } from "./coloredRow";

/** The colour of a row in charts; nothing for rows of resources that are no groups of any chart. */
export function RowDot({ resource, row }: { resource: string; row: ResourceRow | EntityStats }) {
  const group = coloredRow(resource, row);
  return group && <ColorDot of={group} />;
}
