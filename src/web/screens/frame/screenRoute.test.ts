import { expect, test } from "vitest";
import { anonymousUser, isEqual, noIntegrations } from "#domain";
import { apiOptions } from "../../rpc/apiOptions";
import { createQueryClient } from "../../rpc/createQueryClient";
import { card, facts } from "../sections/card";
import { halves, stack, where } from "./layout";
import type { Screen } from "./screen";
import { screenRoute } from "./screenRoute";
import { section } from "./section";
import type { KnownSubject, Subject } from "./subject";

const site = {
  origin: "https://data.example",
  brand: "Data",
  hasAdministrator: true,
  mailIsLogged: false,
  requiresSignIn: false,
  signUp: "anyone" as const,
  signInModal: "required" as const,
  integrations: noIntegrations,
};

/** A section whose query is told by the network that it names. */
const of = <S extends Subject>(network: string) =>
  section<S, { rows: { rowsOf: "networks"; filter: ReturnType<typeof isEqual<"slug">> } }>({
    queries: () => ({ rows: { rowsOf: "networks", filter: isEqual("slug", network) } }),
    render: () => null,
  });

const known: KnownSubject = {
  kind: "network",
  slug: null,
  id: 1,
  name: "Ethereum",
  description: null,
  filter: null,
  row: { id: 1 },
  endedDate: null,
};

const screen: Screen<KnownSubject> = {
  subject: {
    from: "row",
    query: () => ({ rowsOf: "networks", filter: isEqual("slug", "the subject") }),
    read: () => known,
  },
  header: {},
  lead: [of("lead")],
  sections: [
    of("first"),
    halves(of("left"), stack(of("above"), of("below"))),
    card("Title", of("in a card")),
    facts<KnownSubject>({ fields: [], more: of("below facts") }),
    where(() => true, of("where it holds")),
    where(() => false, of("where it does not hold")),
  ],
  head: ({ name }) => ({ title: name, description: "A network." }),
};

/** Runs the loader of a screen's route; what it says of the page, and the networks that it asked for. */
async function loaded() {
  const asked: string[] = [];
  const trpc = apiOptions(() => ({
    query: async (path, input) => {
      if (path === "market.status") return { as_of: "2026-01-01" };
      asked.push((input as { query: { filter: { value: string } } }).query.filter.value);
      return { results: [] };
    },
    mutation: async () => undefined,
  }));
  const context = { queryClient: createQueryClient(), trpc, user: anonymousUser, site, failure: null };
  const { loader } = screenRoute("/networks/:slug", "page", async () => screen);
  const said = await loader({ context, params: { slug: "ethereum" }, deps: {} });
  return { said, asked, match: { context } };
}

test("the loader of a screen asks what its sections ask, wherever they stand, and nothing else", async () => {
  const { asked } = await loaded();
  expect(asked.toSorted()).toEqual(
    [
      ...["the subject", "lead", "first", "left", "above", "below"],
      ...["in a card", "below facts", "where it holds"],
    ].toSorted(),
  );
});

test.each([
  ["/networks/:slug", { slug: "ethereum" }, "https://data.example/networks/ethereum"],
  ["/networks", {}, "https://data.example/networks"],
])("the page at %s names its own address as the one to be indexed", async (path, params, href) => {
  const { head } = screenRoute(path, "page", async () => screen);
  const { said, match } = await loaded();
  expect(head({ match, loaderData: said, params }).links).toContainEqual({ rel: "canonical", href });
});
