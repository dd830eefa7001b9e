import type { Consent } from "#domain";
import { Button } from "../../../ui/controls/Button";

/** Requests consent to load the services that the operator enabled. Both choices have equal prominence. */
export const ConsentBanner = ({ onDecide }: { onDecide: (consent: Consent) => void }) => (
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
