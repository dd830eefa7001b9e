import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { User } from "#domain/people";
import type { SiteIntegrations } from "#domain/site";
import type { Consent } from "#domain/vocabulary";
import { Button } from "../../../ui/controls/Button";
import { reportToServer } from "../session/sessionClient";
import { captureEvent } from "./captureEvent";
import { startChat } from "./chat";
import { browserObjects, consentCookie, consentIn } from "./consent";
import { identifyInReplay, startSessionReplay } from "./sessionReplay";

/** Requests consent to load the services that the operator enabled. Both choices have equal prominence. */
const ConsentBanner = ({ onDecide }: { onDecide: (consent: Consent) => void }) => (
  <section
    aria-label="Analytics and chat"
    className="no-print fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-lg flex-wrap items-center gap-3 rounded-lg bg-raised p-4 shadow-overlay"
  >
    <p className="min-w-60 flex-1 text-md">
      May we use analytics and load our support chat? Without your consent, nothing is measured and no
      third-party content is loaded.
    </p>
    <div className="flex gap-2">
      <Button onClick={() => onDecide("denied")}>No, thanks</Button>
      <Button onClick={() => onDecide("granted")}>Allow</Button>
    </div>
  </section>
);

export interface IntegrationsProps {
  integrations: SiteIntegrations;
  user: User | null;
}

const report = (error: unknown) => reportToServer("INTEGRATION_ERROR", error);

/**
 * Third-party services that the operator enabled, for visitors who consented. The code loads only if there
 * are any.
 */
export function Integrations({ integrations, user }: IntegrationsProps) {
  const [consent, setConsent] = useState<Consent | null>(() =>
    browserObjects() ? "denied" : consentIn(document.cookie),
  );
  if (consent === null) {
    return (
      <ConsentBanner
        onDecide={(decision) => {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
          document.cookie = consentCookie(decision, location.protocol === "https:");
          setConsent(decision);
        }}
      />
    );
  }
  return consent === "granted" && <Started integrations={integrations} user={user} />;
}

function Started({ integrations: { analytics, sessionReplay, chat }, user }: IntegrationsProps) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const userId = user?.id ?? null;

  useEffect(() => {
    if (analytics) captureEvent(analytics, { event: "$pageview", userId, properties: { pathname } });
  }, [analytics, userId, pathname]);

  useEffect(() => {
    if (analytics && user) {
      captureEvent(analytics, {
        event: "$identify",
        userId: user.id,
        properties: { $set: { email: user.email, name: user.name } },
      });
    }
  }, [analytics, user]);

  useEffect(() => {
    if (!sessionReplay) return;
    startSessionReplay(sessionReplay.id)
      .then(() => user && identifyInReplay(user))
      .catch(report);
  }, [sessionReplay, user]);

  useEffect(() => {
    if (chat) startChat(chat.appId, user).catch(report);
  }, [chat, user]);

  return null;
}
