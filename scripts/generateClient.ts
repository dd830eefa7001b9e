/** `npm run docs`: writes the types of the TypeScript client. `clientTypes.test.ts` fails when they are stale. */
import { writeFileSync } from "node:fs";
import { endpoints } from "../src/api/rest/endpoints";
import { openApiDocument } from "../src/api/rest/openApi/openApiDocument";
import { type ClientDocument, clientTypes } from "./clientTypes";

/** Where the types are. */
export const clientSchema = new URL("../clients/typescript/src/schema.gen.ts", import.meta.url);

/** The types as they should be. */
export const currentClientTypes = (): string =>
  clientTypes(openApiDocument(endpoints) as unknown as ClientDocument, endpoints);

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(clientSchema, currentClientTypes());
