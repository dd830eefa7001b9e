import { useRouteContext } from "@tanstack/react-router";
import type { MarketStatus } from "#domain";
import { formatDataVersion } from "../../format/formatDataVersion";
import { formatDate } from "../../format/formatDate";
import { Card } from "../../ui/display/Card";

/** A citation to copy: publisher, date of the figures, data version and URL. */
export function HowToCite({ status }: { status: MarketStatus }) {
  const { brand, origin } = useRouteContext({ from: "__root__" }).site;
  const asOf =
    status.as_of === null
      ? ""
      : ` Data as of ${formatDate(status.as_of)}, version ${formatDataVersion(status.data_version)}.`;
  return (
    <Card
      title="How to cite"
      description="State the date of the figures: they are revised as sources report."
    >
      <p className="break-words rounded-md bg-sunken px-3 py-2 text-md">
        {brand}, market data on tokenized real-world assets.{asOf} {origin}/
      </p>
      <p className="mt-3 text-md text-muted">
        To cite one figure, add the URL of its page, which includes the period, the grouping and every filter.
        “Where these figures come from” on that page lists its inputs and sources.
      </p>
    </Card>
  );
}
