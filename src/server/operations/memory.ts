import { readFile } from "node:fs/promises";
import { z } from "zod";
import { engineMemory, heldMemory } from "#stores";
import { operation } from "./operation";

interface MemoryPart {
  /** `process`, `javascript`, `caches`, `clickhouse`, `postgresql`: parts of a group lie within one another or side by side, as their names say. */
  group: string;
  name: string;
  bytes: number;
  /** What it never exceeds; null where nothing bounds it. */
  bound: number | null;
}

const part = (group: string, name: string, bytes: number, bound: number | null = null): MemoryPart => ({
  group,
  name,
  bytes,
  bound,
});

/** What holds the memory of the process that has the data folder. */
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
      part("javascript", "outside of the heap", external),
      part("javascript", "of this, buffers", arrayBuffers),
      ...[...heldMemory()].map(([name, { bytes, bound }]) => part("caches", name, bytes, bound)),
      ...(engine === null
        ? []
        : [
            ...(engine.resident === null ? [] : [part("clickhouse", "resident", engine.resident)]),
            ...(engine.allocated === null ? [] : [part("clickhouse", "of this, in use", engine.allocated)]),
            part("clickhouse", "of this, caches", engine.caches, engine.cachesBound),
            part("clickhouse", "of this, keys of parts", engine.keys),
          ]),
      ...(people.reservedBytes === null
        ? []
        : [part("postgresql", "reserved, not all of it resident", people.reservedBytes)]),
    ];
  },
});

/** Of what is resident: the process's own, and pages of files that the system takes back when it needs them. */
async function residentParts(): Promise<MemoryPart[]> {
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(status)?.[1]);
  return [
    part("process", "of this, its own", kilobytes("RssAnon") * 1024),
    part("process", "of this, pages of programs and files", kilobytes("RssFile") * 1024),
  ].filter(({ bytes }) => !Number.isNaN(bytes));
}
