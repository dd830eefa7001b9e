import { useEffect, useState } from "react";
import type { ChartMenuAction } from "./ChartMenu";

/** Milliseconds for which the result of an action is shown. */
const MESSAGE_MS = 4_000;

/**
 * Runs the actions of a chart's menu.
 *
 * @param act runs one, and resolves to its message
 */
export function useMenuActions(act: (action: ChartMenuAction) => Promise<string>): {
  /** Result of the last action or its error; blank after a while. */
  message: string;
  run: (action: ChartMenuAction) => void;
} {
  const [message, setMessage] = useState("");
  // Effect: hides the message after a delay.
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
