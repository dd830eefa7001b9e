import type { Logger } from "pino";
import type { ApiUsage, KeyUsage } from "#accounts/apiKeys";
import type { ContactDesk } from "#accounts/contact";
import type { Installation } from "#accounts/features";
import type { Limits } from "#accounts/limits";
import type { Mailer } from "#accounts/mail";
import type { EmptyClassMode, Job } from "#domain/people";
import type { PeopleStore } from "#stores";
import type { Analytics } from "../analytics/analytics";
import type { CorrectionDesk } from "../imports/correctionDesk";
import type { ImportDesk } from "../imports/importDesk";
import type { LedgerDesk } from "../ledger/ledgerDesk";
import type { WebhookRules } from "../watches/webhookTarget";

/** Services for procedures about people, in addition to the market. */
export interface PeopleServices {
  people: PeopleStore;
  mailer: Mailer;
  contact: ContactDesk;
  limits: Pick<Limits, "invitations">;
  apiUsage: Pick<ApiUsage, "thisMonth" | "flush">;
  keyUsage: Pick<KeyUsage, "byDay">;
  /** Log of failures that callers did not cause. */
  log?: Pick<Logger, "error">;
  watches: {
    /** Maximum number of watches per owner. */
    limit: number;
    rules: WebhookRules;
    /** Triggers evaluation of watches and sending of due deliveries. */
    requestRun: () => void;
  };
  /** The state of the installation for visitors without an account; call `invalidate` after a change. */
  installation: { read: () => Promise<Installation>; invalidate: () => void };
  /** Background jobs of this process. */
  jobs: () => Job[];
  /** Removes quarantined rows of a file, or of all files if it is null. @returns the result as a sentence */
  purgeQuarantine: (purge: { file: string | null; actor: string }) => Promise<{ message: string }>;
  /** Files that administrators import in the browser. */
  imports: ImportDesk;
  /** Corrections of stored figures by administrators. */
  corrections: CorrectionDesk;
  /** Networks whose nodes are read. */
  ledger: LedgerDesk;
  /** Name of the installation, in email. */
  brand: string;
  /** Public URL without a final slash, for links in email. */
  baseUrl: string;
  /** Whether visitors without an account can only call procedures that signing in needs. */
  requiresSignIn: boolean;
  /** Whether pages show classes without assets. */
  emptyClasses: EmptyClassMode;
  /** Null if product analytics is not configured. */
  analytics: Analytics | null;
  /** Signature of a user id for the chat widget; null if the widget is off. */
  intercomHmac: (userId: string) => string | null;
}
