import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { metricByName, type WatchCondition, type WatchSubject } from "#domain";
import { formatDate } from "../../format/formatDate";
import { formatFull } from "../../format/formatNumber";
import { errorMessage } from "../../rpc/errorMessage";
import { useTrpc } from "../../rpc/useTrpc";

export interface PresentStateProps {
  organization: boolean;
  subject: WatchSubject;
  condition: WatchCondition;
}

const TYPING_PAUSE = 300;

/** Current value of the watch's condition, shown before the watch is created. */
export function PresentState(props: PresentStateProps) {
  const [requested, setRequested] = useState(props);
  // Effect: delays the query until a number is typed in full.
  useEffect(() => {
    const pause = setTimeout(() => setRequested(props), TYPING_PAUSE);
    return () => clearTimeout(pause);
  }, [props]);
  const { data, error } = useQuery({ ...useTrpc().watches.preview.queryOptions(requested), retry: false });
  const words = error ? errorMessage(error) : data === undefined ? "" : stateWords(data);
  return (
    <p role="status" className="text-muted text-sm">
      {words}
    </p>
  );
}

interface Present {
  holds: boolean | null;
  count: number | null;
  metric: string | null;
  value: number | null;
  reported: string | null;
}

function stateWords({ holds, count, metric, value, reported }: Present): string {
  if (count !== null)
    return `On record now: ${count.toLocaleString("en-US")}. You will be notified of additions.`;
  if (metric === null) {
    const latest =
      reported === null ? "No dated attestation." : `Latest attestation: ${formatDate(reported)}.`;
    return holds === true
      ? `${latest} Overdue now. You will be notified the next time it is overdue.`
      : `${latest} Not overdue.`;
  }
  const known = metricByName(metric);
  const figure =
    known === undefined || value === null
      ? "No data yet."
      : `Now: ${known.label} ${formatFull(value, known.unit, known.format)}${reported === null ? "" : `, last observed on ${reported}`}.`;
  return holds === true ? `${figure} Already met. You will be notified the next time it is met.` : figure;
}
