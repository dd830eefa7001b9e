import { existsSync } from "node:fs";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, it } from "vitest";
import { nearestPackage } from "../folder/nearestPackage";
import { asTar, emptyCluster } from "./emptyCluster";

// Without a build the engine creates its database itself.
const built = existsSync(path.join(nearestPackage(import.meta.url), "dist/current"));
const migrationsFolder = path.join(import.meta.dirname, "migrations");

it.skipIf(!built)(
  "exists after a build for the engine's current version, with all migrations and nothing else",
  async () => {
    const { PGlite } = await import("@electric-sql/pglite");
    const archive = await emptyCluster(migrationsFolder);
    expect(archive).toBeDefined();
    const engine = await PGlite.create({
      dataDir: "memory://",
      loadDataDir: asTar(archive),
    });
    const { rows: run } = await engine.query("SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id");
    expect(run).toEqual(readMigrationFiles({ migrationsFolder }).map(({ hash }) => ({ hash })));
    const { rows: tables } = await engine.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    expect(tables.length).toBeGreaterThan(25);
    for (const { name } of tables) {
      expect((await engine.query(`SELECT count(*)::int AS rows FROM "${name}"`)).rows).toEqual([{ rows: 0 }]);
    }
    await engine.close();
  },
);
