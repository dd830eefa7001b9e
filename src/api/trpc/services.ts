import type { Logger } from "pino";
import type { ApiUsage, ContactDesk, Installation, KeyUsage, Mailer } from "#accounts";
import type { EmptyClassMode, Job } from "#domain";
import type { PeopleStore } from "#stores";
import type { Analytics } from "../analytics/analytics";
import type { ImportDesk } from "../imports/importDesk";
import type { WebhookRules } from "../watches/webhookTarget";

/** What procedures about people need beside the market. */
export interface PeopleServices {
  people: PeopleStore;
  mailer: Mailer;
  contact: ContactDesk;
  apiUsage: Pick<ApiUsage, "thisMonth" | "flush">;
  keyUsage: Pick<KeyUsage, "byDay">;
  /** Where failures that are not the caller's doing are told. */
  log?: Pick<Logger, "error">;
  watches: {
    /** Watches that one owner may have. */
    limit: number;
    rules: WebhookRules;
    /** Has watches looked at, and what is due sent, soon. */
    wake: () => void;
  };
  /** What the installation is to a visitor without an account; `invalidate` after a change. */
  installation: { read: () => Promise<Installation>; invalidate: () => void };
  /** What this process does beside answering. */
  jobs: () => Job[];
  /** Removes quarantined rows of a file, or of all files if it is null. @returns what was removed, as a sentence */
  purgeQuarantine: (purge: { file: string | null; actor: string }) => Promise<{ message: string }>;
  /** Files that administrators import in the browser. */
  imports: ImportDesk;
  /** Name of the installation, in mail. */
  brand: string;
  /** Public address without a final slash, for links in mail. */
  baseUrl: string;
  /** Whether visitors without an account can call nothing but what signing in needs. */
  requiresSignIn: boolean;
  /** Whether pages show classes without assets. */
  emptyClasses: EmptyClassMode;
  /** Null where product analytics is not configured. */
  analytics: Analytics | null;
  /** The chat widget's proof of a user's identity; null where the widget is off. */
  intercomHmac: (userId: string) => string | null;
}
