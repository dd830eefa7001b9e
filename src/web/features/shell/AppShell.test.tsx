import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { noSiteLinks } from "#domain/site";
import { SiteLinkList } from "./AppShell";

const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

it("links to the configured pages and contact address", () => {
  const links = {
    ...noSiteLinks,
    terms: "https://firm.example/terms",
    privacy: "https://firm.example/privacy",
    imprint: "https://firm.example/imprint",
    contact: "desk@firm.example",
  };
  expect(hrefs(renderToStaticMarkup(<SiteLinkList links={links} />))).toEqual([
    "https://firm.example/terms",
    "https://firm.example/privacy",
    "https://firm.example/imprint",
    "mailto:desk@firm.example",
  ]);
});

it("omits links that are not configured", () => {
  const links = { ...noSiteLinks, imprint: "https://firm.example/imprint" };
  expect(hrefs(renderToStaticMarkup(<SiteLinkList links={links} />))).toEqual([
    "https://firm.example/imprint",
  ]);
  expect(renderToStaticMarkup(<SiteLinkList links={noSiteLinks} />)).toBe("");
});
