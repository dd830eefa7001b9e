import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

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
  server: { watch: { ignored: ["**/data/**", "**/dist/**", "**/catalog/**"] } },
});
