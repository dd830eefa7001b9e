import { expect, test } from "vitest";
import { indexCatalog } from "#domain/resources";
import { noSiteLinks } from "#domain/site";
import { worldCatalog } from "../../tests/support/marketWorld";
import { readConfiguration } from "./configuration/configuration";
import { publicSite } from "./people";

const linksOf = (env: Record<string, string>) =>
  publicSite({ configuration: readConfiguration(env, "/"), catalog: indexCatalog(worldCatalog) }, false)
    .links;

test("pages receive the configured links of the operator, and none by default", () => {
  expect(linksOf({})).toEqual(noSiteLinks);
  expect(
    linksOf({
      RESEARCH_BLOG_URL: "https://firm.example/blog",
      TERMS_URL: "https://firm.example/terms",
      PRIVACY_URL: "https://firm.example/privacy",
      IMPRINT_URL: "https://firm.example/imprint",
      PUBLIC_CONTACT_EMAIL: "desk@firm.example",
    }),
  ).toEqual({
    researchBlog: "https://firm.example/blog",
    terms: "https://firm.example/terms",
    privacy: "https://firm.example/privacy",
    imprint: "https://firm.example/imprint",
    contact: "desk@firm.example",
  });
});
