import type { Logger } from "pino";
import type { ApiUsage, ContactDesk, Mailer } from "#accounts";
import type { PeopleStore } from "#stores";
import type { Analytics } from "../analytics/analytics";

/** What procedures about people need beside the market. */
export interface PeopleServices {
  people: PeopleStore;
  mailer: Mailer;
  contact: ContactDesk;
  apiUsage: Pick<ApiUsage, "thisMonth">;
  /** Where failures that are not the caller's doing are told. */
  log?: Pick<Logger, "error">;
  /** Name of the installation, in mail. */
  brand: string;
  /** Public address without a final slash, for links in mail. */
  baseUrl: string;
  /** Null where product analytics is not configured. */
  analytics: Analytics | null;
  /** The chat widget's proof of a user's identity; null where the widget is off. */
  intercomHmac: (userId: string) => string | null;
}
