/** Session replay by LogRocket, loaded from its own host after the visitor has consented. */
import type { User } from "#domain/people";
import { loadScript } from "./loadScript";

interface LogRocketClient {
  init: (app: string) => void;
  identify: (id: string, traits: Record<string, string>) => void;
  getSessionURL: (callback: (url: string) => void) => void;
}

declare global {
  interface Window {
    LogRocket?: LogRocketClient;
  }
}

const SCRIPT = "https://cdn.logr-in.com/LogRocket.min.js";
let sessionUrl: string | null = null;

/** URL of the current recording, attached to events; null while nothing is recorded. */
export const replaySessionUrl = (): string | null => sessionUrl;

let started = false;

/** Starts recording. Further calls have no effect. */
export async function startSessionReplay(app: string): Promise<void> {
  await loadScript(SCRIPT, { crossOrigin: "anonymous" });
  if (started) return;
  started = true;
  window.LogRocket?.init(app);
  window.LogRocket?.getSessionURL((url) => {
    sessionUrl = url;
  });
}

export function identifyInReplay({ id, name, email }: Pick<User, "id" | "name" | "email">): void {
  window.LogRocket?.identify(id, { name: name ?? "", email });
}
