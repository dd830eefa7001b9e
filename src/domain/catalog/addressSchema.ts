/** The shape of a line of `catalog/addresses/*.jsonl`: whom an address on a network belongs to, or what it is for. */
import { z } from "zod";
import { addressKindDocs, addressKinds } from "../vocabulary/addressKinds";
import { catalogDate, catalogId, catalogSlug, httpUrl } from "./valueSchemas";

const addressRow = z.strictObject({
  id: catalogId.describe(
    "unique among rows of this kind and never reused; own rows are numbered above 1,000,000 by `cadastre catalog add`",
  ),
  network: catalogSlug.describe("slug of its network"),
  address: z.string().min(1).describe("address in the form of the network ([formats](#address-formats))"),
  name: z.string().trim().min(1).max(120).describe("what it is, as shown"),
  kind: z
    .enum(addressKinds)
    .describe(`its purpose: ${addressKinds.map((kind) => `${kind} (${addressKindDocs[kind]})`).join("; ")}`),
  owner: catalogSlug
    .nullable()
    .default(null)
    .describe(
      "slug of the firm or platform that it belongs to, or of the protocol, such as aave-v3; figures by protocol are grouped by it",
    ),
  owner_name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .nullable()
    .default(null)
    .describe("name of the owner as shown; the same for every address of an owner, and required with owner"),
  asset: catalogSlug
    .nullable()
    .default(null)
    .describe(
      "slug of the asset whose units it concerns; null for all assets. A row of an asset has precedence",
    ),
  excludes_circulating: z.boolean().default(false).describe("whether units at this address do not circulate"),
  from_date: catalogDate
    .nullable()
    .default(null)
    .describe("first day on which this applies; null for always"),
  to_date: catalogDate
    .nullable()
    .default(null)
    .describe("last day on which this applies; null if it still does"),
  source: httpUrl.describe("public page that states the address"),
});

function checkAddressRow(row: z.output<typeof addressRow>, context: z.RefinementCtx): void {
  const report = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (row.owner === null && row.owner_name !== null) report("owner", "is required with owner_name");
  if (row.owner !== null && row.owner_name === null) report("owner_name", "is required with owner");
  if (row.kind === "pool" && row.owner === null)
    report("owner", "is required for a pool: the protocol that it belongs to");
  if (row.from_date !== null && row.to_date !== null && row.to_date < row.from_date)
    report("to_date", `must not be before from_date, ${row.from_date}`);
}

export const addressSchema = addressRow.superRefine(checkAddressRow);
export type AddressRow = z.output<typeof addressSchema>;
