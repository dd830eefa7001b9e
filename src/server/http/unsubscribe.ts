/**
 * The unsubscribe link of watch mail: a page with a button for people, one POST request for mail clients (RFC
 * 8058).
 */

import { readUnsubscribeToken, stopWatchMail } from "#accounts";
import { UNSUBSCRIBE_PATH } from "#api";
import { escapeMarkup } from "#domain";
import type { PeopleStore } from "#stores";
import { plainPage } from "./plainPage";

export interface UnsubscribeOptions {
  brand: string;
  people: PeopleStore;
  /** Key of the token signature. */
  secret: string;
}

/** The URL alone is sufficient to unsubscribe, so links from the page must not reveal it. */
const headers = { "referrer-policy": "no-referrer" };

const link = '<p><a href="/settings/watches">Your watches</a></p>';

export function createUnsubscribe({
  brand,
  people,
  secret,
}: UnsubscribeOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const userId = readUnsubscribeToken(token, secret);
    if (userId === null) {
      const message =
        "This link is incomplete. Open it again from the email, or sign in to change your watches.";
      return plainPage(request, { brand, headers, status: 404, title: "Unknown link", message, extra: link });
    }
    if (request.method !== "POST") {
      // GET has no effect, since mail clients prefetch links.
      return plainPage(request, {
        brand,
        headers,
        status: 200,
        title: "Stop email from watches",
        message: "You will no longer receive email from any of your watches. Webhooks are not affected.",
        extra: `<form method="post" action="${UNSUBSCRIBE_PATH}?token=${escapeMarkup(token)}"><button>Stop email</button></form>`,
      });
    }
    await stopWatchMail(people, userId);
    return plainPage(request, {
      brand,
      headers,
      status: 200,
      title: "Email stopped",
      message: "You will not receive any more email from watches.",
      extra: link,
    });
  };
}
