import { setTimeout as wait } from "node:timers/promises";
import type { APIRequestContext, Browser } from "playwright-core";
import { pagePermission, screens } from "#domain/screens";
import { accessTo } from "#domain/vocabulary";
import { isFile } from "./addressShape";
import { type Found, Frontier, type FrontierLimits } from "./frontier";
import { inspectPage, type Person } from "./inspectPage";

export interface Problem {
  address: string;
  /** URL of the page that links to it; null for the start of the crawl. */
  from: string | null;
  text: string;
}

export interface Crawled {
  /** Number of opened pages. */
  pages: number;
  /** Number of requested files. */
  files: number;
  shapes: number;
  problems: Problem[];
}

export interface CrawlOptions extends FrontierLimits {
  browser: Browser;
  site: string;
  person: Person;
  /** URLs to open instead of the whole site, without following their links. */
  only: readonly string[];
  /** Called after every URL. */
  report: (done: { opened: number; waiting: number; found: Found; problems: readonly string[] }) => void;
}

/** More would block each other's painting. */
const PAGES_AT_ONCE = 2;

/** Pages outside the list of screens. */
const unlisted = ["/login", "/auth/error", "/auth/verify", "/developer/ui", "/embed", "/treasuries?embed=1"];

/** Every screen without an entity, and every alias of its path. */
const starts = screens.flatMap(({ path, aliases }) =>
  path === null || /[:*]/.test(path) ? [] : [path, ...aliases],
);

/** Opens every screen as a given user, follows the links of each page, and checks each page by the common rules. */
export async function crawl({
  browser,
  site,
  person,
  only,
  report,
  ...limits
}: CrawlOptions): Promise<Crawled> {
  const frontier = new Frontier(limits);
  for (const start of only.length > 0 ? only : [...starts, ...unlisted]) frontier.start(new URL(start, site));
  const crawled: Crawled = { pages: 0, files: 0, shapes: 0, problems: [] };
  const anchors = new Map<string, ReadonlySet<string>>();
  /** Links with a fragment, by the page that contains them. */
  const marks = new Map<string, { url: URL; from: string }>();
  const files = await browser.newContext({ baseURL: site, storageState: person.storageState });

  async function open(found: Found): Promise<string[]> {
    const url = new URL(found.address, site);
    if (isFile(url)) {
      crawled.files += 1;
      const status = await fileStatus(files.request, found.address);
      return status === 200 ? [] : [`answers ${status}`];
    }
    crawled.pages += 1;
    const inspected = await inspectPage(browser, site, { person, found });
    anchors.set(found.address, new Set(inspected.anchors));
    for (const link of new Set(inspected.links)) {
      if (!URL.canParse(link, url)) {
        inspected.problems.push(`link that leads nowhere: ${link}`);
        continue;
      }
      const to = new URL(link, url);
      if (to.origin !== new URL(site).origin) continue;
      if (to.hash !== "") marks.set(to.href, { url: to, from: found.address });
      // Views of a page are followed from its default view only: otherwise there would be no end.
      if (only.length === 0 && (to.search === "" || url.search === "" || isFile(to)))
        frontier.offer(to, found.address);
    }
    return inspected.problems;
  }

  let working = 0;
  await new Promise<void>((resolve, reject) => {
    const proceed = () => {
      while (working < PAGES_AT_ONCE) {
        const found = frontier.next();
        if (found === undefined) break;
        working += 1;
        open(found).then((problems) => {
          working -= 1;
          for (const text of problems)
            crawled.problems.push({ address: found.address, from: found.from, text });
          const opened = crawled.pages + crawled.files;
          report({ opened, waiting: frontier.size + working, found, problems });
          proceed();
        }, reject);
      }
      if (working === 0) resolve();
    };
    proceed();
  });
  await files.close();
  crawled.shapes = frontier.shapes.length;
  for (const { url, from } of marks.values()) {
    const id = decodeURIComponent(url.hash.slice(1));
    const known = anchors.get(url.pathname + url.search);
    if (known !== undefined && id !== "" && !known.has(id))
      crawled.problems.push({ address: url.pathname + url.search, from, text: `has nothing at #${id}` });
  }
  if (only.length === 0) crawled.problems.push(...unreached(person, new Set(frontier.shapes)));
  return crawled;
}

/** Status of a file, requested again if its server is busy. */
async function fileStatus(request: APIRequestContext, address: string): Promise<number> {
  for (;;) {
    const response = await request.head(address);
    const seconds = Number(response.headers()["retry-after"]);
    if (response.ok() || !(seconds > 0)) return response.status();
    await wait(1_000 * seconds);
  }
}

/** Screens that a user can open but that no page links to. */
const unreached = ({ caller }: Person, shapes: ReadonlySet<string>): Problem[] =>
  screens.flatMap(({ path }) =>
    path === null ||
    path.endsWith("*") ||
    shapes.has(path) ||
    accessTo(pagePermission(path), caller) !== "allowed"
      ? []
      : [{ address: path, from: null, text: "no page leads to it" }],
  );
