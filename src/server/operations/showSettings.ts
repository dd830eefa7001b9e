import { z } from "zod";
import { type Configuration, printableConfiguration } from "../configuration/configuration";
import { operation } from "./operation";

/** Every setting with its value, passwords masked, and where the value comes from. */
export const describedSettings = (configuration: Configuration) => ({
  file: configuration.settingsFile,
  settings: printableConfiguration(configuration).map(([name, value]) => ({
    name,
    value,
    origin: configuration.origins.get(name) ?? "default",
  })),
});

export const showSettings = operation({
  input: z.object({}),
  changesMarketData: false,
  run: async ({ configuration }) => describedSettings(configuration),
});
