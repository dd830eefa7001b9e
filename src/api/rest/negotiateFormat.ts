import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { invalidAt } from "#domain";
import { contentTypes, type FileFormat, fileFormats } from "#market";

export type ResponseFormat = "json" | FileFormat;

const JSON_TYPE = "application/json";
const types = new Map<string, ResponseFormat>([
  [JSON_TYPE, "json"],
  ...fileFormats.map((format): [string, ResponseFormat] => [
    contentTypes[format].split(";")[0] ?? contentTypes[format],
    format,
  ]),
]);

/**
 * The requested format: `?format=`, otherwise the `Accept` header, otherwise JSON.
 * @throws InvalidError for an unknown `format`
 */
export function negotiateFormat(c: Context): ResponseFormat {
  const requested = c.req.query("format");
  if (requested !== undefined && requested !== "") {
    const format = [...types.values()].find((known) => known === requested.toLowerCase());
    if (format === undefined) throw invalidAt("format", `must be one of ${[...types.values()].join(", ")}`);
    return format;
  }
  const type = accepts(c, { header: "Accept", supports: [...types.keys()], default: JSON_TYPE });
  return types.get(type) ?? "json";
}
