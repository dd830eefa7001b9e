/** A PostgreSQL server that hangs: every kind of request ends with an error, and works again afterwards. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "#accounts/apiKeys";
import { findOrganization } from "#accounts/organizations";
import { setPlan } from "#accounts/plans";
import { openPeopleSite, type PeopleSite } from "../support/peopleSite";
import { POSTGRES_MISSING, type PostgresServer, postgresBinaries, startPostgres } from "../support/postgres";
import type { Visitor } from "../support/visitor";

const absent = postgresBinaries() === null;
const AWAY = "The database is not responding. Try again in a moment.";
/** Words of statements and of their values. */
const inner = /select |insert |update |"users"|sessions|hang@firm|\$1|timeout|node_modules/i;

describe.skipIf(absent)(`a people store that hangs${absent ? ` (${POSTGRES_MISSING})` : ""}`, () => {
  let server: PostgresServer;
  let site: PeopleSite;
  let visitor: Visitor;
  let key: string;

  beforeAll(async () => {
    server = await startPostgres();
    site = await openPeopleSite({ databaseUrl: server.url });
    visitor = await site.signedIn("ann@hang.example");
    const { id } = await findOrganization(site.people, "ann@hang.example");
    await setPlan(site.people, {
      organizationId: id,
      plan: "PREMIUM_ALL_ACCESS",
      trialDays: null,
      actor: "t",
    });
    ({ key } = await createApiKey(site.people, { name: "Desk", organizationId: id }));
  });
  afterAll(async () => {
    await site?.close();
    await server?.stop();
  });

  const rest = () =>
    site.handle(
      new Request("http://localhost:3000/api/v4/networks", { headers: { authorization: `Bearer ${key}` } }),
    );
  const page = () => visitor.fetch("/networks", { headers: { accept: "text/html" } });
  const signIn = (other: Visitor, csrfToken: string) =>
    other.fetch("/api/auth/signin/email", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, email: "bob@hang.example", json: "true", callbackUrl: "/" }),
    });

  it("ends requests of every kind with an error, and serves them once it resumes", async () => {
    const stranger = site.stranger();
    const csrfToken = await stranger.csrfToken();
    server.freeze();
    try {
      const answers = await Promise.all([
        page(),
        visitor.fetch("/api/trpc/users.getProfile"),
        rest(),
        visitor.fetch("/api/auth/session"),
        signIn(stranger, csrfToken),
      ]);
      const bodies = await Promise.all(answers.map((answer) => answer.text()));
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
      for (const body of bodies) expect(body).not.toMatch(inner);
      const [, rpc = "", api = "", session = "", signInBody = ""] = bodies;
      expect(JSON.parse(rpc)).toMatchObject({
        error: { message: AWAY, data: { code: "SERVICE_UNAVAILABLE", httpStatus: 503 } },
      });
      expect(JSON.parse(api)).toEqual({ message: AWAY });
      for (const body of [session, signInBody]) {
        expect(JSON.parse(body)).toEqual({
          message: AWAY,
          url: expect.stringContaining("/auth/error?error=Unavailable"),
        });
      }
      // Anonymous visitors do not need the people store.
      expect((await site.handle(new Request("http://localhost:3000/networks"))).status).toBe(200);
    } finally {
      server.thaw();
    }
    await expect.poll(async () => (await visitor.fetch("/api/trpc/users.getProfile")).status).toBe(200);
    await expect.poll(async () => (await rest()).status).toBe(200);
    expect((await page()).status).toBe(200);
    expect(await (await page()).text()).toContain("ann@hang.example");
    expect((await visitor.query("users.getProfile")).data).toMatchObject({ email: "ann@hang.example" });
    await site.signedIn("bob@hang.example");
  });
});
