import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * What shares a file in the browser. Libraries are leaves and folders of ours do not import each other in a circle,
 * so neither do these files: a circle could run a class before the one that it extends.
 */
const FILES: readonly { name: string; test: RegExp }[] = [
  // Treemaps and pies come when somebody asks for one.
  { name: "drawing", test: /\/node_modules\/(echarts\/(?!lib\/chart\/(treemap|pie)\/)|zrender\/|tslib\/)/ },
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

/** Pages of signing in stand by themselves: the few parts that they need do not bring along those of screens. */
const SIGN_IN = /\/routes\/(login|auth\.)[^?]*\?tsr-split=/;
/** One file for the small modules of signing in. Icons are listed by name, since one module imports all of them. */
const SIGN_IN_PARTS =
  /\/src\/web\/(ui|hydration|features\/people)\/|\/lucide-react\/dist\/esm\/icons\/(mail|info)\./;
const PUBLIC_SCREEN = /\/routes\/(?!settings|login|auth|developer|admin|tools\.api|embed)[^?]*\?tsr-split=/;

interface Modules {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/** Whether a page needs a module at once, not only after a reader turns to something. */
function isNeededBy(page: RegExp, id: string, modules: Modules, seen: Set<string> = new Set()): boolean {
  if (page.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => isNeededBy(page, importer, modules, seen));
}

/** A file of what matches and is needed by pages at once. */
const fileOf = (name: string, test: RegExp, page: RegExp) => ({
  name: (id: string, modules: Modules) => (test.test(id) && isNeededBy(page, id, modules) ? name : null),
  debugName: name,
});

/**
 * Builds the web application alone: `dist/web/client` (browser) and
 * `dist/web/server` (rendering). The other rooms never enter these bundles;
 * the server hands its API to the pages with each request.
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
  // Not "assets": that is the address of the pages of assets.
  build: {
    outDir: "dist/web",
    assetsDir: "_build",
    // A server or a page of the build before may still need its files: scripts/formerFiles.js removes them later.
    emptyOutDir: false,
    sourcemap: true,
    // The drawing library, which is loaded when a reader turns to a chart, is the largest file, of about 600 kB.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // The domain is descriptions alone: a page takes along only those that it names.
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
                // What every page needs comes as one file …
                { name: "base", tags: ["$initial"] },
                ...FILES,
                // … and what screens share in a few.
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
