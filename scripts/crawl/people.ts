/** The users who open the pages: a visitor, a signed-in user, and an administrator. */
import type { Browser, Page } from "playwright-core";
import type { User } from "#domain/people";
import { signIn } from "../../tests/support/peopleBrowser";
import type { Product } from "../../tests/support/product";
import type { MailServer } from "../../tests/support/smtp";
import type { Person } from "./inspectPage";

export const kinds = ["visitor", "signed-in", "administrator"] as const;
export type Kind = (typeof kinds)[number];

export const administrator = "operator@crawl-operator.example";
const reader = "reader@crawl-reader.example";

/** Features that are on for everyone but the visitor. */
const features = [
  "enable-experimental-features",
  "enable-data-downloads",
  "enable-api-keys",
  "enable-team-self-serve",
];

export interface Stage {
  browser: Browser;
  product: Product;
  mail: MailServer;
}

/** Creates a user with one of everything that such users can have, so that no page is empty. */
export async function appear(kind: Kind, stage: Stage): Promise<Person> {
  for (const flag of features) {
    const { code, stderr } = await stage.product.cadastre(
      ...["flags", "set", flag, kind === "visitor" ? "off" : "on", "--everyone"],
    );
    if (code !== 0) throw new Error(stderr);
  }
  const context = await stage.browser.newContext({ baseURL: stage.product.url });
  try {
    const page = await context.newPage();
    if (kind === "visitor") await page.goto("/");
    else {
      await signIn(page, {
        email: kind === "administrator" ? administrator : reader,
        codeFor: stage.mail.codeFor,
        isKnown: true,
      });
    }
    const user: User = await query(page, "users.getProfile");
    if (kind !== "visitor") await furnishAccount(page);
    if (kind === "administrator") await furnishAdministration(page, user);
    const caller = { id: user.id, features: user.features };
    return { name: kind, storageState: await context.storageState(), caller };
  } finally {
    await context.close();
  }
}

async function furnishAccount(page: Page): Promise<void> {
  const { result: asset }: { result: { id: number } } = await query(page, "market.entity", {
    resource: "assets",
    id: "usdc",
  });
  const subject = { type: "asset", id: asset.id };
  const condition = { kind: "threshold", metric: "price_dollar", direction: "below", value: 0.99 };
  await mutate(page, "watchlist.add", { kind: "asset", id: asset.id });
  const draft = { name: "", subject, condition, cadence: "at_once", receivers: "members", endpointId: null };
  await mutate(page, "watches.create", { organization: false, draft });
  await mutate(page, "apiKeys.create", { name: "Notebook" });
  await mutate(page, "team.invite", { email: "colleague@crawl-reader.example" });
}

async function furnishAdministration(page: Page, user: User): Promise<void> {
  const record = (name: string, values: object): Promise<{ id: number }> =>
    mutate(page, "records.create", { record: name, values });
  const stamp = Date.now();
  const { id: policyId } = await record("api_access_policies", {
    name: `Ethereum ${stamp}`,
    effect: "allow",
  });
  const { id: roleId } = await record("api_access_roles", { name: `Analysts ${stamp}` });
  await record("api_access_policy_assignments", { policyId, roleId });
  await record("api_access_user_roles", { userId: user.id, roleId });
  await record("api_access_org_roles", { organizationId: user.organization?.id, roleId });
  await mutate(page, "access.createPartnerKey", { name: `Partner ${stamp}`, resources: ["assets"] });
  await mutate(page, "contact.send", {
    topic: "plan",
    name: "Ada",
    email: "ada@client.example",
    company: "Client",
    message: "We would like to see it.",
  });
}

/** Calls a procedure from a page, as its signed-in user. */
const query = <T>(page: Page, name: string, input?: object): Promise<T> =>
  call(page, name + (input === undefined ? "" : `?${new URLSearchParams({ input: JSON.stringify(input) })}`));
const mutate = <T>(page: Page, name: string, input: object): Promise<T> =>
  call(page, name, {
    method: "POST",
    body: JSON.stringify(input),
    headers: { "content-type": "application/json" },
  });

async function call<T>(page: Page, path: string, init: RequestInit = {}): Promise<T> {
  const answer = await page.evaluate(async ([url, options]) => (await fetch(url, options)).json(), [
    `/api/trpc/${path}`,
    init,
  ] as const);
  if (answer.error !== undefined) throw new Error(`${path}: ${answer.error.message}`);
  return answer.result.data;
}
