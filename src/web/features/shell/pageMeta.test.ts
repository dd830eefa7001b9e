import { expect, test } from "vitest";
import { pageMeta } from "./pageMeta";

const site = { brand: "Acme", origin: "https://acme.example", offersSetup: false };

test("the title is the brand, a bar and the page; previews are absolute", () => {
  const { meta, links } = pageMeta({
    site,
    title: "Networks",
    description: "All networks.",
    path: "/networks",
  });
  expect(meta).toContainEqual({ title: "Acme | Networks" });
  expect(meta).toContainEqual({ property: "og:image", content: "https://acme.example/social.png" });
  expect(meta).toContainEqual({ property: "og:image:width", content: "4000" });
  expect(meta).toContainEqual({ property: "og:image:height", content: "2300" });
  expect(links).toEqual([{ rel: "canonical", href: "https://acme.example/networks" }]);
});

test("a page with a feed links to it", () => {
  const { links } = pageMeta({ site, title: "New", description: "New.", path: "/new", feed: "/new.atom" });
  expect(links[1]).toEqual({
    rel: "alternate",
    type: "application/atom+xml",
    title: "Acme | New",
    href: "https://acme.example/new.atom",
  });
});

test("a page without a canonical path is not indexed", () => {
  const { meta, links } = pageMeta({ site, title: "Kit", description: "Parts." });
  expect(meta).toContainEqual({ name: "robots", content: "noindex" });
  expect(links).toEqual([]);
});
