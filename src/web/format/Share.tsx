import { formatExact, formatShare } from "./formatNumber";

/** A share in percent with the decimals of all shares, as charts and tables beside it have them; the exact one on hover. */
export const Share = ({ percent }: { percent: number }) => (
  <data value={percent} title={formatExact(percent, "percent")}>
    {formatShare(percent)}
  </data>
);
