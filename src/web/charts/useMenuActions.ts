import { useEffect, useState } from "react";
import type { ChartMenuAction } from "./ChartMenu";

/** How long it is said what an action did. */
const MESSAGE_MS = 4_000;

/**
 * Runs the actions of a chart's menu.
 *
 * @param act does one, and answers with what to say of it
 */
export function useMenuActions(act: (action: ChartMenuAction) => Promise<string>): {
  /** What the last action did, or that it failed; blank after a while. */
  message: string;
  run: (action: ChartMenuAction) => void;
} {
  const [message, setMessage] = useState("");
  // An effect: what was done is said for a while and then makes room.
  useEffect(() => {
    if (message === "") return;
    const timer = setTimeout(() => setMessage(""), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  const run = (action: ChartMenuAction) => {
    act(action).then(setMessage, () => setMessage("Something went wrong. Please try again."));
  };
  return { message, run };
}
