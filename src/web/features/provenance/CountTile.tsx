import type { ReactNode } from "react";
import { Tile } from "../../ui/Tile";

export interface CountTileProps {
  label: string;
  count: number;
  /** What is counted. */
  info: ReactNode;
}

/** A headline count of things in the catalog, which has no past. */
export const CountTile = ({ label, count, info }: CountTileProps) => (
  <Tile
    label={label}
    metric={{
      val: count,
      val_7d: null,
      val_30d: null,
      val_90d: null,
      chg_7d_amt: null,
      chg_7d_pct: null,
      chg_30d_amt: null,
      chg_30d_pct: null,
      chg_90d_amt: null,
      chg_90d_pct: null,
    }}
    unit="count"
    changes={false}
    info={info}
  />
);
