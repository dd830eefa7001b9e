import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const PUBLIC_SCREEN = /\/routes\/(?!settings|login|auth|developer)[^?]*\?tsr-split=/;

/** Whether a public page needs a module at once, not only after a reader turns to something. */
function isOnScreen(
  id: string,
  modules: { getModuleInfo: (id: string) => { importers: readonly string[] } | null },
  seen: Set<string> = new Set(),
): boolean {
  if (PUBLIC_SCREEN.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (modules.getModuleInfo(id)?.importers ?? []).some((importer) => isOnScreen(importer, modules, seen));
}

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
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
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
                // … and what several screens or dialogs share in a few, none of them tiny.
                {
                  name: (id, modules) => (isOnScreen(id, modules) ? "screen" : "dialog"),
                  debugName: "screens and dialogs",
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 20_000,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: { watch: { ignored: ["**/data/**", "**/dist/**", "**/catalog/**"] } },
});
