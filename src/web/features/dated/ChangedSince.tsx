import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouteContext } from "@tanstack/react-router";
import type { Explanation } from "#domain/api";
import { Change } from "../../format/Change";
import { formatDate } from "../../format/formatDate";
import { formatExact } from "../../format/formatNumber";
import { useFigureScope } from "../../rpc/useTrpc";

/** What an earlier figure is now, for the same day. */
export default function ChangedSince({ explanation }: { explanation: Explanation }) {
  const { entity, measure, value, date } = explanation;
  const { stablecoins } = useFigureScope();
  const scopedTrpc = useRouteContext({ from: "__root__", select: (context) => context.scopedTrpc });
  const { data: now, isError } = useQuery(
    scopedTrpc({ stablecoins }).market.explain.queryOptions(
      date === null
        ? skipToken
        : { entityType: entity.type, entityId: entity.id, metric: measure.slug, date },
    ),
  );
  if (date === null) return null;
  if (isError) return <p className="w-full text-muted text-md">The present figure could not be loaded.</p>;
  if (now === undefined) return null;
  const exact = (one: number | null) =>
    one === null ? "not available" : <data value={one}>{formatExact(one, measure.unit)}</data>;
  const day = <time dateTime={date}>{formatDate(date)}</time>;
  if (now.value === value) {
    return <p className="w-full text-md">The figure for {day} has not changed since.</p>;
  }
  return (
    <p className="w-full text-md" role="note">
      The figure for {day} has changed since: then {exact(value)}, now {exact(now.value)}
      {value !== null && now.value !== null && value !== 0 && (
        <>
          {" "}
          (<Change polarity="neutral" percent={(100 * (now.value - value)) / Math.abs(value)} />)
        </>
      )}
      .
    </p>
  );
}
