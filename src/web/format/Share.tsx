import { formatExact, formatShare } from "./formatNumber";

/** A share in percent with the decimals of charts and tables; the exact one on hover. */
export const Share = ({ percent }: { percent: number }) => (
  <data value={percent} title={formatExact(percent, "percent")}>
    {formatShare(percent)}
  </data>
);
