import { setTimeout as wait } from "node:timers/promises";
import type { APIRequestContext, Browser } from "playwright-core";
import { accessTo, pagePermission, screens } from "#domain";
import { isFile } from "./addressShape";
import { type Found, Frontier, type FrontierLimits } from "./frontier";
import { inspectPage, type Person } from "./inspectPage";

export interface Problem {
  address: string;
  /** Address of the page that links to it; null where the crawl started. */
  from: string | null;
  text: string;
}

export interface Crawled {
  /** Pages that were opened. */
  pages: number;
  /** Files that were asked for. */
  files: number;
  shapes: number;
  problems: Problem[];
}

export interface CrawlOptions extends FrontierLimits {
  browser: Browser;
  site: string;
  person: Person;
  /** Addresses to open instead of the whole site, without following their links. */
  only: readonly string[];
  /** Is told of every address that is done. */
  report: (done: { opened: number; waiting: number; found: Found; problems: readonly string[] }) => void;
}

/** More would keep each other from being drawn. */
const PAGES_AT_ONCE = 2;

/** Pages that no list of screens tells of. */
const unlisted = ["/login", "/auth/error", "/auth/verify", "/developer/ui", "/embed", "/treasuries?embed=1"];

/** Every screen that no entity names, and every path by which readers know one from elsewhere. */
const starts = screens.flatMap(({ path, aliases }) =>
  path === null || /[:*]/.test(path) ? [] : [path, ...aliases],
);

/** Opens every screen as somebody, follows the links of each page, and holds all to what every page is held to. */
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
  /** Links with an anchor, by the page that has them. */
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
      // What a page offers to be seen otherwise is followed from its plain view alone: there would be no end.
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

/** Status of a file, asked for again where its server wants to be left alone for a while. */
async function fileStatus(request: APIRequestContext, address: string): Promise<number> {
  for (;;) {
    const response = await request.head(address);
    const seconds = Number(response.headers()["retry-after"]);
    if (response.ok() || !(seconds > 0)) return response.status();
    await wait(1_000 * seconds);
  }
}

/** Screens that somebody may open and that no page has led to. */
const unreached = ({ caller }: Person, shapes: ReadonlySet<string>): Problem[] =>
  screens.flatMap(({ path }) =>
    path === null ||
    path.endsWith("*") ||
    shapes.has(path) ||
    accessTo(pagePermission(path), caller) !== "allowed"
      ? []
      : [{ address: path, from: null, text: "no page leads to it" }],
  );
