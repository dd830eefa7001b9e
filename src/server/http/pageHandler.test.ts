import { expect, it } from "vitest";
import { anonymousUser } from "#domain/people";
import { createPageRenders } from "./pageHandler";

/** The response to a user whose plan lacks a page that renders to this. */
function forbidden(page: Response): Promise<Response> {
  const renders = createPageRenders({
    web: { render: async () => page },
    apiContext: async () => ({}),
    isHttps: false,
  });
  const requested = {
    request: new Request("http://x/tools/api/endpoint/pools"),
    requestId: "r",
    address: new URL("http://x/tools/api/endpoint/pools"),
    location: { path: "/tools/api/endpoint/pools", search: "", isKnown: true, isEmbed: false },
  };
  return renders.forUser({ ...anonymousUser, id: "u" }, requested, { isForbidden: true });
}

it("responds 403 to a forbidden page, and redirects from a moved one, which would be blank", async () => {
  const page = await forbidden(new Response("Not included in your plan"));
  expect([page.status, await page.text()]).toEqual([403, "Not included in your plan"]);
  const location = "/tools/api/v4/pools";
  const moved = await forbidden(new Response(null, { status: 307, headers: { location } }));
  expect([moved.status, moved.headers.get("location")]).toEqual([307, location]);
  expect(moved.headers.get("cache-control")).toBe("private, no-store");
});

it("renders an unknown address as the one page of all unknown addresses, for users too", async () => {
  const rendered: string[] = [];
  const renders = createPageRenders({
    web: {
      render: async ({ location }) => {
        rendered.push(location.path);
        return new Response("Page not found", { status: 404 });
      },
    },
    apiContext: async () => ({}),
    isHttps: false,
  });
  const address = new URL(`http://x/assets/${"x".repeat(201)}`);
  const location = { path: address.pathname, search: "", isKnown: false, isEmbed: false };
  const requested = { request: new Request(address), requestId: "r", address, location };
  const user = { ...anonymousUser, id: "u" };
  const page = await renders.forUser(user, requested, { isForbidden: false });
  expect([page.status, rendered]).toEqual([404, ["/-"]]);
  // A forbidden address does not reveal whether it exists.
  expect((await renders.forUser(user, requested, { isForbidden: true })).status).toBe(403);
});
