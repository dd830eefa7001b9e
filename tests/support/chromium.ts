/**
 * A real browser for end-to-end tests: Chromium's headless shell, or the full browser, the same engine with a UI. To test
 * with a particular browser, set CHROMIUM_PATH.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { aptInstall, missingProgram } from "./externalPrograms";
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

/** The skip message if `findChromium` returns null. */
export const CHROMIUM_MISSING =
  "no Chromium found; install it (apt-get install chromium) or set CHROMIUM_PATH";

/** Path of a browser, or null if none is installed and none can be. CHROMIUM_PATH overrides the choice. */
export function findChromium(): string | null {
  const candidates = [process.env.CHROMIUM_PATH ?? "", HEADLESS_SHELL, ...fullBrowsers];
  const find = () => candidates.find(existsSync) ?? null;
  const install = () => aptInstall("chromium-headless-shell") || aptInstall("chromium");
  return find() ?? (install() ? find() : null) ?? missingProgram(CHROMIUM_MISSING);
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
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(CHROMIUM_MISSING);
  const browser = await chromium.launch({
    executablePath,
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
