import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { nearestPackage } from "../folder/nearestPackage";
import { emptyCluster } from "./emptyCluster";

// Without a build the engine makes its database itself.
const built = existsSync(path.join(nearestPackage(import.meta.url), "dist/stamp"));

it.skipIf(!built)(
  "is there for the present version of the engine once built, and is unpacked as it is",
  async () => {
    const { PGlite } = await import("@electric-sql/pglite");
    const archive = await emptyCluster();
    expect(archive?.type).toBe("application/gzip");
    const engine = await PGlite.create({ dataDir: "memory://", loadDataDir: archive });
    const { rows } = await engine.query(
      "SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'",
    );
    expect(rows).toEqual([{ tables: 0 }]);
    await engine.close();
  },
);
