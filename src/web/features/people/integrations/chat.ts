/** The chat widget by Intercom, loaded from its own host once the visitor has agreed. */
import type { User } from "#domain";
import { loadScript } from "./loadScript";

declare global {
  interface Window {
    Intercom?: (command: "boot" | "update" | "shutdown", settings?: Record<string, string>) => void;
  }
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
  await loadScript(`https://widget.intercom.io/widget/${encodeURIComponent(appId)}`);
  window.Intercom?.("boot", chatSettings(appId, user));
}
