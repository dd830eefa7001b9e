/**
 * A real browser for end-to-end tests: an installed one, or Debian's Chromium, installed if this process may do so.
 * CI tests with the full browser, which visitors have; elsewhere Chromium's headless shell is preferred, the same
 * engine without the browser UI.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { aptInstall } from "./aptInstall";
import { closeContexts } from "./reusedContexts";
import { slowDown } from "./slowBrowser";

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const fullBrowsers = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Path of a browser, or the reason why there is none. CHROMIUM_PATH overrides the choice.
 *
 * @param isCI whether the full browser is preferred to the headless shell
 */
export function findChromium({
  isCI = process.env.CI !== undefined,
  exists = existsSync,
  install = aptInstall,
}: {
  isCI?: boolean;
  exists?: (path: string) => boolean;
  install?: (name: string) => boolean;
} = {}): { path: string } | { missing: string } {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH !== undefined && exists(CHROMIUM_PATH)) return { path: CHROMIUM_PATH };
  const full = () => fullBrowsers.find(exists);
  const shell = () => [HEADLESS_SHELL].find(exists);
  const installed = (name: string, found: () => string | undefined) => (install(name) ? found() : undefined);
  const path = isCI
    ? (full() ?? installed("chromium", full) ?? shell())
    : (shell() ?? full() ?? installed("chromium-headless-shell", shell) ?? installed("chromium", full));
  return path === undefined
    ? { missing: "no Chromium found; install it (apt-get install chromium) or set CHROMIUM_PATH" }
    : { path };
}

let shared: Promise<Browser> | undefined;

/**
 * The browser of a process, shared by the files that run in it: closing it closes their contexts. It exits with the
 * process.
 */
export async function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium(forTests).then((browser) =>
    Object.assign(browser, {
      close: async () => {
        await closeContexts(browser);
      },
    }),
  );
  return shared;
}

/**
 * Most pages of a test are closed before optimizing compilers pay off: without them, checking a page takes a twelfth
 * less work.
 */
const forTests = ["--js-flags=--no-opt --no-maglev"];

/**
 * Starts the browser without background traffic.
 * @param further arguments of its command line
 */
export async function launchChromium(further: readonly string[] = []): Promise<Browser> {
  const found = findChromium();
  if ("missing" in found) throw new Error(found.missing);
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Pages of one context share a renderer, and what it has compiled.
      "--renderer-process-limit=1",
      ...further,
    ],
  });
  browser.on("context", slowDown);
  return browser;
}

/** The browser's reported version. */
export const chromiumVersion = (path: string): string => execFileSync(path, ["--version"]).toString().trim();
