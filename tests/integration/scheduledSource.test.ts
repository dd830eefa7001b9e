/** A source declared by a test, in the whole application: its schedule, job, log and rows, on real stores. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readConfiguration } from "#server";
import { dayByDay } from "../../src/ingest/testSupport/dayByDay";
import { type Application, openApplication } from "../../src/server/application";
import { operationRunner } from "../../src/server/operations/operations";
import { scheduleSources } from "../../src/server/serve";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cadastre-source-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const price = (date: string, value: number) => ({
  entity: "benji",
  metric: "price_dollar",
  date,
  value,
});
const days = [[price("2024-01-01", 1), price("2024-01-01", -1)]];
let isAway = false;
const source = dayByDay(() => {
  if (isAway) throw new Error("It did not answer.");
  return days;
});
const lines: string[] = [];

let opened: Application | null = null;
afterEach(() => opened?.close());

async function open(settings: { DAYS_URL?: string }): Promise<Application> {
  const root = path.resolve(import.meta.dirname, "../..");
  opened = await openApplication({
    configuration: { ...readConfiguration({ DATA_DIR: folder, SAMPLE_DATA: "off" }, root), ...settings },
    log: pino({ level: "info" }, { write: (line) => void lines.push(line) }),
    sources: [source],
    operations: operationRunner,
  });
  return opened;
}

const stored = async ({ market }: Application) => ({
  values: await market.compactRows(
    "SELECT DISTINCT toString(date) AS day, value FROM daily_metrics FINAL WHERE NOT carried ORDER BY day",
  ),
  refused: await market.compactRows("SELECT file_name, line, kind FROM quarantine FINAL ORDER BY line"),
});

test("is read at the start and on its schedule, reports the results, and continues after a restart", async () => {
  const first = await open({ DAYS_URL: "https://days.example/?key=hunter2" });
  const version = first.dataVersion();
  scheduleSources(first);
  const endOfRun = () => {
    const [job] = first.jobs.list();
    return job?.last?.endedAt == null ? 0 : job.runs;
  };
  await expect.poll(endOfRun).toBeGreaterThan(1);
  expect(first.jobs.list()[0]).toMatchObject({
    name: "days.read",
    label: "Days",
    schedule: "Every second",
    failures: 0,
  });
  expect(await stored(first)).toEqual({
    values: [["2024-01-01", 1]],
    refused: [["https://days.example/", "2", "negative value"]],
  });
  expect(Number(first.dataVersion())).toBeGreaterThan(Number(version));

  // Unavailable for a while: the failure is reported, and its data is kept.
  isAway = true;
  await expect
    .poll(() => lines.filter((line) => line.includes("A calendar could not be read")))
    .not.toEqual([]);
  expect(lines.join("")).toContain('"feed":"https://days.example/","reason":"It did not answer."');
  expect(lines.join("")).not.toContain("hunter2");
  await first.close();

  isAway = false;
  days.push([price("2024-01-02", 2)]);
  const second = await open({ DAYS_URL: "https://days.example/?key=hunter2" });
  expect(await operationRunner(second)("days.read", {}, () => undefined)).toEqual({ added: 1, failed: 0 });
  expect((await stored(second)).values).toEqual([
    ["2024-01-01", 1],
    ["2024-01-02", 2],
  ]);
});

test("is not scheduled without its setting", async () => {
  const application = await open({});
  scheduleSources(application);
  expect(application.jobs.list()).toEqual([]);
});
