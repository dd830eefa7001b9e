import { useQuery } from "@tanstack/react-query";
import { formatInstant } from "../../format/formatDate";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";
import { ErrorState } from "../../ui/display/ErrorState";
import { Skeleton } from "../../ui/display/Skeleton";
import { DeliveryLine } from "./DeliveryLine";

/** The firings of a watch, with the results of each email and webhook. */
export function FiringLog({ id, organization }: { id: string; organization: boolean }) {
  const firings = useQuery(useTrpc().watches.firings.queryOptions({ organization, id }));
  if (firings.isError) {
    return <ErrorState title="The log could not be loaded">{errorMessage(firings.error)}</ErrorState>;
  }
  if (firings.isPending) return <Skeleton className="h-16 w-full" />;
  if (firings.data.length === 0) return <p className="text-muted text-sm">This watch has not fired yet.</p>;
  return (
    <ol className="flex flex-col gap-3 text-sm">
      {firings.data.map((firing) => (
        <li key={firing.id} className="flex min-w-0 flex-col gap-1 break-words">
          <p>
            <time dateTime={firing.at} className="text-muted">
              {formatInstant(firing.at)}
            </time>{" "}
            {firing.text ?? "Not available to you"}
          </p>
          {firing.deliveries.map((delivery) => (
            <DeliveryLine key={delivery.id} delivery={delivery} />
          ))}
        </li>
      ))}
    </ol>
  );
}
