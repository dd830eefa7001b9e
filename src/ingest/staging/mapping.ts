/**
 * The mapping file of `cadastre import`: says how a file that is not in our own long form is laid out. JSON;
 * documented in `docs/import.md`.
 */
import { z } from "zod";
import { InvalidError } from "#domain/errors";
import { dateFormats } from "#domain/files";
import { schemaWords } from "#domain/query";

const column = z.string().min(1).describe("name of a column");
const entityName = z
  .string()
  .min(1)
  .describe(
    "asset slug or id, asset:slug, token:slug-network, token:id, network/address, CAIP-19, explorer URL",
  );
const entityNames = z
  .record(z.string().min(1), entityName)
  .describe("name in the file → name in the catalog");

const valueFormat = {
  scale: z
    .number()
    .refine((n) => n !== 0 && Number.isFinite(n), "must not be 0")
    .optional()
    .describe("multiplier applied to every value"),
  percent: z.boolean().optional().describe("values may end in a percent sign"),
  currency: z
    .string()
    .trim()
    .min(1)
    .max(5)
    .refine((sign) => !/[\d.,+-]/.test(sign), "digits and signs of numbers cannot be a currency")
    .optional()
    .describe("sign or code before or after values, such as $ or EUR"),
  magnitudes: z.boolean().optional().describe("values may end in K, M, B or T"),
};

/** Column → the values by which a row is chosen. */
const rowCondition = z
  .record(column, z.union([z.string(), z.array(z.string()).min(1)]))
  .transform((columns) =>
    Object.entries(columns).map(([name, values]) => ({
      column: name,
      values: typeof values === "string" ? [values] : values,
    })),
  );

const entity = z
  .union(
    [
      z.strictObject({ asset: z.string().min(1) }),
      z.strictObject({ token: z.string().min(1) }),
      z.strictObject({ column, network: column.optional(), entities: entityNames.optional() }),
      z.strictObject({
        fileName: z
          .string()
          .min(1)
          .describe("regular expression over the file name; its first group names the entity"),
        entities: entityNames.optional(),
      }),
    ],
    {
      error:
        'give {"asset": slug}, {"token": slug or id}, {"column": name, "network"?, "entities"?} or {"fileName": pattern, "entities"?}',
    },
  )
  .describe("the single entity of the file, or where to find it");

const file = {
  date: column.describe("date column"),
  dateFormat: z.enum(dateFormats).default("iso"),
  delimiter: z
    .string()
    .length(1)
    .refine((sign) => !'"\r\n'.includes(sign), "a quote or line break cannot be the delimiter")
    .optional()
    .describe("detected from the header if absent"),
  encoding: z.enum(["utf-8", "utf-16le", "utf-16be", "latin1", "windows-1252"]).optional(),
  decimal: z.enum([".", ","]).default("."),
  thousands: z.enum([",", ".", " ", "'", "_"]).optional(),
  missing: z.array(z.string().trim().min(1)).default([]).describe("cells that mean no value"),
  skipLines: z.int().min(0).max(1000).default(0).describe("lines before the header of a CSV file"),
  onlyRows: rowCondition.optional().describe("read only rows with one of these values in each column"),
  skipRows: rowCondition.optional().describe("skip rows with one of these values in any of the columns"),
  periodDay: z.enum(["first", "last"]).default("last").describe("day of a month or quarter"),
  allowMissing: z
    .boolean()
    .default(false)
    .describe("names in entities and metrics, and keys of JSON Lines, need not occur in the file"),
  ignoreOtherColumns: z.boolean().default(false),
  skipLeadingZeros: z
    .boolean()
    .default(false)
    .describe("skip leading zeros of a series; the file must be in date order"),
  ...valueFormat,
};

const metricColumns = z
  .strictObject({
    ...file,
    entity,
    metrics: z
      .record(
        column,
        z.union([z.string().min(1), z.strictObject({ metric: z.string().min(1), ...valueFormat })]),
      )
      .refine((metrics) => Object.keys(metrics).length > 0, "at least one column is required"),
  })
  .describe("each column is a metric of one entity");

const entityColumns = z
  .strictObject({ ...file, metric: z.string().min(1), entities: entityNames })
  .describe("each column is an entity, all of one metric");

const seriesColumns = z
  .strictObject({
    ...file,
    columns: z
      .record(
        column,
        z.strictObject({
          entity: entityName,
          network: z.string().min(1).optional().describe("network of the entity's token"),
          metric: z.string().min(1),
          ...valueFormat,
        }),
      )
      .refine((columns) => Object.keys(columns).length > 0, "at least one column is required"),
  })
  .describe("each column is one metric of one entity");

const longRows = z
  .strictObject({
    ...file,
    entity: z.strictObject({ column, network: column.optional(), entities: entityNames.optional() }),
    metric: z.strictObject({ column, metrics: z.record(z.string().min(1), z.string().min(1)).optional() }),
    value: column,
  })
  .describe("each row is one value");

const mappingSchema = z.union([metricColumns, entityColumns, seriesColumns, longRows]);

export type MetricColumnsMapping = z.output<typeof metricColumns>;
export type EntityColumnsMapping = z.output<typeof entityColumns>;
export type SeriesColumnsMapping = z.output<typeof seriesColumns>;
export type LongMapping = z.output<typeof longRows>;
export type ImportMapping = z.output<typeof mappingSchema>;
/** What every layout has to say about the file. */
export type FileFormat = Pick<ImportMapping, keyof typeof file>;

/** The format of files that need no mapping. */
export const plainFormat: Omit<FileFormat, "date"> = {
  dateFormat: "iso",
  decimal: ".",
  missing: [],
  skipLines: 0,
  periodDay: "last",
  allowMissing: false,
  ignoreOtherColumns: true,
  skipLeadingZeros: false,
};

/**
 * Checks a mapping that was read from JSON.
 * @throws InvalidError naming each wrong part.
 */
export function parseMapping(value: unknown): ImportMapping {
  // A union would report the mistakes of all shapes: decide first which one is meant.
  const given = typeof value === "object" && value !== null ? value : {};
  const parsed = schemaOf(given).safeParse(value, { error: schemaWords });
  if (parsed.success && parsed.data.thousands !== parsed.data.decimal) return parsed.data;
  const problems = parsed.success
    ? [{ path: "thousands", message: "is also the decimal sign: the two must differ" }]
    : parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  throw new InvalidError(
    `The mapping is invalid: ${problems.map((p) => `${p.path || "(whole)"}: ${p.message}`).join("; ")}`,
    problems,
  );
}

function schemaOf(given: object): z.ZodType<ImportMapping> {
  if ("columns" in given) return seriesColumns;
  if ("metrics" in given) return metricColumns;
  return "entities" in given ? entityColumns : longRows;
}
