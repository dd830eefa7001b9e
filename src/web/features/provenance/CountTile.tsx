import type { ReactNode } from "react";
import { unknownMetric } from "#domain";
import { Tile } from "../../ui/figures/Tile";

export interface CountTileProps {
  label: string;
  count: number;
  /** What is counted. */
  info: ReactNode;
}

/** A headline count of things in the catalog, which has no past. */
export const CountTile = ({ label, count, info }: CountTileProps) => (
  <Tile label={label} metric={{ ...unknownMetric, val: count }} unit="count" changes={false} info={info} />
);
