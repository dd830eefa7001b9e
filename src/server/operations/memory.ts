import { readFile } from "node:fs/promises";
import { z } from "zod";
import { cacheMemory, engineMemory } from "#stores";
import { operation } from "./operation";

interface MemoryPart {
  /**
   * `process`, `javascript`, `caches`, `clickhouse` or `postgresql`. Parts of a group are nested or separate,
   * as their names say.
   */
  group: string;
  name: string;
  bytes: number;
  /** Upper limit in bytes; null if unlimited. */
  bound: number | null;
}

const part = (group: string, name: string, bytes: number, bound: number | null = null): MemoryPart => ({
  group,
  name,
  bytes,
  bound,
});

/** Memory usage of the process that owns the data folder. */
export const memoryOperation = operation({
  input: z.object({}),
  changesMarketData: false,
  run: async ({ market, people }): Promise<MemoryPart[]> => {
    const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage();
    const engine = await engineMemory(market);
    return [
      part("process", "resident", rss),
      ...(await residentParts()),
      part("javascript", "heap", heapTotal),
      part("javascript", "heap in use", heapUsed),
      part("javascript", "outside the heap", external),
      part("javascript", "of which buffers", arrayBuffers),
      ...[...cacheMemory()].map(([name, { bytes, bound }]) => part("caches", name, bytes, bound)),
      ...(engine === null
        ? []
        : [
            ...(engine.resident === null ? [] : [part("clickhouse", "resident", engine.resident)]),
            ...(engine.allocated === null ? [] : [part("clickhouse", "of which in use", engine.allocated)]),
            part("clickhouse", "of which caches", engine.caches, engine.cachesBound),
            part("clickhouse", "of which primary keys", engine.keys),
          ]),
      ...(people.reservedBytes === null
        ? []
        : [part("postgresql", "reserved, partly resident", people.reservedBytes)]),
    ];
  },
});

/** Resident memory: the process's own, and file pages that the system can reclaim. */
async function residentParts(): Promise<MemoryPart[]> {
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(status)?.[1]);
  return [
    part("process", "of which private", kilobytes("RssAnon") * 1024),
    part("process", "of which programs and files", kilobytes("RssFile") * 1024),
  ].filter(({ bytes }) => !Number.isNaN(bytes));
}
