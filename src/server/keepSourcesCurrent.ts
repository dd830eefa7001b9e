import { originsOf } from "#ingest";
import type { Application } from "./application";
import { operationTold } from "./operations/operationTold";

/** Reads the sources that the settings turn on, after the start and then by their schedules. */
export function keepSourcesCurrent(application: Application): void {
  for (const source of application.sources) {
    if (originsOf(source, application.configuration).length === 0) continue;
    const read = operationTold(application, {
      name: source.name,
      failed: `${source.label} could not be read`,
    });
    void read();
    const { stop } = application.jobs.schedule(source.name, source.schedule, read);
    application.onClose(async () => stop());
  }
}
