import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * Modules that share a file in the browser. Libraries are leaves and our folders do not import each other in a
 * circle, so neither do these files: a circle could run a class before the one that it extends.
 */
const FILES: readonly { name: string; test: RegExp }[] = [
  // The shapes of charts over time and scatter plots; those of other chart types are loaded on demand.
  {
    name: "drawing",
    test: /\/node_modules\/(echarts\/(?!lib\/chart\/(?!line|bar|custom|scatter|helper))|zrender\/|tslib\/)/,
  },
  {
    name: "widgets",
    test: /\/node_modules\/@base-ui\/(utils|react\/(internals|utils|merge-props|use-render|button))\//,
  },
  {
    name: "popups",
    test: /\/node_modules\/(@floating-ui|@base-ui\/react\/(floating-ui-react|dialog|popover))\//,
  },
  { name: "schemas", test: /\/node_modules\/zod\// },
];

const PARTS = /\/src\/web\/(ui|format|hydration)\/|\/node_modules\/lucide-react\//;

const SCREEN_FILES: readonly { name: string; test: RegExp }[] = [
  { name: "parts", test: PARTS },
  { name: "chart", test: /\/src\/web\/(charts|features\/chartView)\// },
  { name: "provenance", test: /\/src\/web\/features\/provenance\// },
  { name: "table", test: /\/src\/web\/features\/(table|resourceList)\// },
  {
    name: "screen",
    test: /\/src\/web\/(screens\/(sections\/|frame\/(layout|screenRoute|ScreenPage|section|subjects?)\.)|rpc\/marketQueries\.)/,
  },
];

/** Sign-in pages are bundled separately: their few shared modules do not pull in those of screens. */
const SIGN_IN = /\/routes\/(login|auth\.)[^?]*\?tsr-split=/;
/** One file for the small modules of sign-in. Icons are listed by name, since one module imports all of them. */
const SIGN_IN_PARTS =
  /\/src\/web\/(ui|hydration|features\/people)\/|\/lucide-react\/dist\/esm\/icons\/(mail|info)\./;
const PUBLIC_SCREEN = /\/routes\/(?!settings|login|auth|developer|admin|tools\.api|embed)[^?]*\?tsr-split=/;

interface Modules {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/** Whether a page imports a module statically rather than on interaction. */
function isNeededBy(page: RegExp, id: string, modules: Modules, seen: Set<string> = new Set()): boolean {
  if (page.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => isNeededBy(page, importer, modules, seen));
}

/** A file of the matching modules that pages import statically. */
const fileOf = (name: string, test: RegExp, page: RegExp) => ({
  name: (id: string, modules: Modules) => (test.test(id) && isNeededBy(page, id, modules) ? name : null),
  debugName: name,
});

/**
 * Builds only the web application: `client` (browser) and `server` (rendering), to where scripts/build.js says. The other rooms
 * never enter these bundles; the server passes its API to the pages with each request.
 */
export default defineConfig({
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: "src/web",
      router: { routeFileIgnorePattern: "\\.test\\.", quoteStyle: "double", semicolons: true },
    }),
    react(),
  ],
  // Not "assets": that is the path of the asset pages.
  build: {
    assetsDir: "_build",
    sourcemap: true,
    // The chart library, which is loaded on interaction with a chart, is the largest file, of about 600 kB.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // The domain consists of descriptions: a page includes only those that it names.
      treeshake: { moduleSideEffects: [{ test: /\/src\/domain\//, sideEffects: false }] },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Modules of every page form one file …
                { name: "base", tags: ["$initial"] },
                ...FILES,
                // … and modules shared by screens a few.
                fileOf("fields", SIGN_IN_PARTS, SIGN_IN),
                ...SCREEN_FILES.map(({ name, test }) => fileOf(name, test, PUBLIC_SCREEN)),
              ],
            },
          },
        },
      },
    },
  },
  server: { watch: { ignored: ["**/data/**", "**/dist/**", "**/catalog/**"] } },
});
