import { originsOf } from "#ingest";
import type { Application } from "./application";
import { loggedOperation } from "./operations/loggedOperation";

/** Reads the sources that the settings enable, after the start and then by their schedules. */
export function scheduleSources(application: Application): void {
  for (const source of application.sources) {
    if (originsOf(source, application.configuration).length === 0) continue;
    const read = loggedOperation(application, {
      name: source.name,
      failed: `${source.label} could not be read`,
    });
    void read();
    const { stop } = application.jobs.schedule(source.name, source.schedule, read);
    application.onClose(async () => stop());
  }
}
