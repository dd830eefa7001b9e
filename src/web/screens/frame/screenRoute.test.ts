import { expect, test } from "vitest";
import { anonymousUser } from "#domain/people";
import { isEqual } from "#domain/query";
import { noIntegrations, noSiteLinks } from "#domain/site";
import type { PageAddress } from "../../features/chartView/pageSearch";
import { type ApiCaller, apiOptions, type FigureScope } from "../../rpc/apiOptions";
import { createQueryClient } from "../../rpc/createQueryClient";
import { card, facts } from "../sections/card";
import { addressReaders } from "./addressReaders";
import { halves, stack, where } from "./layout";
import type { Screen } from "./screen";
import { screenRoute, tidiedAddress } from "./screenRoute";
import { section } from "./section";
import type { KnownSubject, Subject } from "./subject";

test("a canonical URL gives the same state as parsing, whatever other parameters it has", () => {
  const raw = { utm_source: "x", range: "1y", sort: "-name", metric: "price_dollar", page: 2 };
  expect(JSON.stringify(tidiedAddress("page", raw))).toBe(JSON.stringify(addressReaders.page(raw)));
});

const site = {
  origin: "https://data.example",
  brand: "Data",
  offersSetup: false,
  mailIsLogged: false,
  requiresSignIn: false,
  hiddenPaths: [],
  signUp: "anyone" as const,
  signInModal: "required" as const,
  integrations: noIntegrations,
  links: noSiteLinks,
};

/** A section whose query contains the given network. */
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

interface RequestInput {
  /** Omitted for queries of sources. */
  query?: { filter: { value: string } };
  stablecoins?: string;
}

/** Runs the loader of a screen's route. Returns its data and the inputs of its API calls. */
async function loaded(deps: PageAddress = {}) {
  const inputs: RequestInput[] = [];
  const caller: ApiCaller = {
    query: async (path, input) => {
      if (path === "market.status") return { as_of: "2026-01-01" };
      inputs.push(input as RequestInput);
      return { results: [] };
    },
    mutation: async () => undefined,
  };
  const trpc = apiOptions(() => caller);
  const scopedTrpc = (scope: FigureScope) => apiOptions(() => caller, scope);
  const queryClient = createQueryClient();
  const context = { queryClient, trpc, scopedTrpc, user: anonymousUser, site, failure: null };
  const { loader } = screenRoute("/networks/:slug", "page", async () => screen);
  const said = await loader({ context, params: { slug: "ethereum" }, deps });
  return {
    said,
    inputs,
    queried: inputs.flatMap(({ query }) => query?.filter.value ?? []),
    match: { context },
  };
}

test("the loader of a screen runs the queries of all of its sections and nothing else", async () => {
  const { queried } = await loaded();
  expect(queried.toSorted()).toEqual(
    [
      ...["the subject", "lead", "first", "left", "above", "below"],
      ...["in a card", "below facts", "where it holds"],
    ].toSorted(),
  );
});

test.each([
  [{}, "without"],
  [{ stablecoins: "without" }, "without"],
  [{ stablecoins: "with" }, undefined],
])("every section of a page with totals is fetched within the scope of the URL %j", async (deps, scope) => {
  const { inputs } = await loaded(deps);
  expect(inputs.length).toBeGreaterThan(5);
  expect(new Set(inputs.map(({ stablecoins }) => stablecoins))).toEqual(new Set([scope]));
});

test("the title of a page names a scope other than the default", async () => {
  expect((await loaded()).said.title).toBe("Ethereum");
  expect((await loaded({ stablecoins: "with" })).said.title).toBe("Ethereum, with stablecoins");
});

test.each([
  ["/networks/:slug", { slug: "ethereum" }, "https://data.example/networks/ethereum"],
  ["/networks", {}, "https://data.example/networks"],
])("the page at %s has its own URL as the canonical one", async (path, params, href) => {
  const { head } = screenRoute(path, "page", async () => screen);
  const { said, match } = await loaded();
  expect(head({ match, loaderData: said, params }).links).toContainEqual({ rel: "canonical", href });
});
