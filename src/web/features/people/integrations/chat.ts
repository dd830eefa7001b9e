/** The chat widget by Intercom, loaded from its own host after the visitor has consented. */
import type { User } from "#domain/people";
import { loadScript } from "./loadScript";

type Command = [command: "boot" | "update" | "shutdown", settings?: Record<string, string>];

interface Intercom {
  (...command: Command): void;
  /** Commands before the widget has loaded; it then runs them. */
  q?: Command[];
  c?: (command: Command) => void;
}

declare global {
  interface Window {
    Intercom?: Intercom;
  }
}

/** Queues commands until the widget has loaded, in the format that the widget expects. */
function waitingIntercom(): Intercom {
  const waiting: Command[] = [];
  const queue = (command: Command) => void waiting.push(command);
  return Object.assign((...command: Command) => queue(command), { q: waiting, c: queue });
}

/**
 * Settings of the widget: anonymous without a session, and with the signature that proves the identity if
 * there is one.
 */
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

/** Clears the user from the widget before another user signs in. Without the widget it has no effect. */
export const endChat = (): void => window.Intercom?.("shutdown");
