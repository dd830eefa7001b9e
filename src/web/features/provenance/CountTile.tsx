import type { ReactNode } from "react";
import { unknownMetric } from "#domain";
import { Tile } from "../../ui/figures/Tile";

export interface CountTileProps {
  label: string;
  count: number;
  /** Description of the count. */
  info: ReactNode;
}

/** A key figure with the number of entities in the catalog, which has no history. */
export const CountTile = ({ label, count, info }: CountTileProps) => (
  <Tile label={label} metric={{ ...unknownMetric, val: count }} unit="count" changes={false} info={info} />
);
