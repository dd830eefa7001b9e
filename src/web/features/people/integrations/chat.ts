/** The chat widget by Intercom, loaded from its own host once the visitor has agreed. */
import type { User } from "#domain";
import { loadScript } from "./loadScript";

type Command = [command: "boot" | "update" | "shutdown", settings?: Record<string, string>];

interface Intercom {
  (...command: Command): void;
  /** Commands that came before the widget; it takes them over once it has loaded. */
  q?: Command[];
  c?: (command: Command) => void;
}

declare global {
  interface Window {
    Intercom?: Intercom;
  }
}

/** Stands in for the widget until it has loaded, in the way that the widget looks for. */
function waitingIntercom(): Intercom {
  const waiting: Command[] = [];
  const queue = (command: Command) => void waiting.push(command);
  return Object.assign((...command: Command) => queue(command), { q: waiting, c: queue });
}

/** What the widget is told: nobody's name without a session, and the proof of identity where there is one. */
export function chatSettings(
  appId: string,
  user: Pick<User, "id" | "name" | "email" | "intercom_hmac"> | null,
): Record<string, string> {
  if (user === null) return { app_id: appId };
  return {
    app_id: appId,
    user_id: user.id,
    email: user.email,
    ...(user.name ? { name: user.name } : {}),
    ...(user.intercom_hmac ? { user_hash: user.intercom_hmac } : {}),
  };
}

export async function startChat(appId: string, user: User | null): Promise<void> {
  window.Intercom ??= waitingIntercom();
  window.Intercom("boot", chatSettings(appId, user));
  await loadScript(`https://widget.intercom.io/widget/${encodeURIComponent(appId)}`);
}

/** Has the widget forget who used it, before somebody else does. Without the widget it changes nothing. */
export const endChat = (): void => window.Intercom?.("shutdown");
