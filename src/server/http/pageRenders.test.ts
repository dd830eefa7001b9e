import { expect, it } from "vitest";
import { anonymousUser } from "#domain";
import { createPageRenders } from "./pageRenders";

/** What somebody whose plan lacks a page is sent, where it renders to this. */
function forbidden(page: Response): Promise<Response> {
  const renders = createPageRenders({
    web: { render: async () => page },
    apiContext: async () => ({}),
    isHttps: false,
  });
  const asked = {
    request: new Request("http://x/tools/api/endpoint/pools"),
    requestId: "r",
    address: new URL("http://x/tools/api/endpoint/pools"),
    location: { path: "/tools/api/endpoint/pools", search: "", isKnown: true, isEmbed: false },
  };
  return renders.forUser({ ...anonymousUser, id: "u" }, asked, { isForbidden: true });
}

it("says that a page is forbidden, and leads on from one that stands elsewhere: it would be blank", async () => {
  const page = await forbidden(new Response("Not included in your plan"));
  expect([page.status, await page.text()]).toEqual([403, "Not included in your plan"]);
  const location = "/tools/api/v4/pools";
  const moved = await forbidden(new Response(null, { status: 307, headers: { location } }));
  expect([moved.status, moved.headers.get("location")]).toEqual([307, location]);
  expect(moved.headers.get("cache-control")).toBe("private, no-store");
});

it("renders an address that names nothing as the page of all such addresses, for people too", async () => {
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
  const asked = { request: new Request(address), requestId: "r", address, location };
  const user = { ...anonymousUser, id: "u" };
  const page = await renders.forUser(user, asked, { isForbidden: false });
  expect([page.status, rendered]).toEqual([404, ["/-"]]);
  // Where they may see nothing, whether or not there is something is not said either.
  expect((await renders.forUser(user, asked, { isForbidden: true })).status).toBe(403);
});
