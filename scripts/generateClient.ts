/**
 * `npm run docs`: writes the generated parts of the clients from the OpenAPI document. Tests fail when they are
 * stale.
 */
import { writeFileSync } from "node:fs";
import { endpoints } from "../src/api/rest/endpoints";
import { openApiDocument } from "../src/api/rest/openApi/openApiDocument";
import type { ClientDocument } from "./clientDocument";
import { clientTypes } from "./clientTypes";
import { pythonResources, pythonTypes } from "./pythonTypes";

const clients = new URL("../clients/", import.meta.url);

/** The generated files of the clients, with their expected text. */
export function generatedClients(): { file: URL; text: string }[] {
  const document = openApiDocument(endpoints) as unknown as ClientDocument;
  return Object.entries({
    "typescript/src/schema.gen.ts": clientTypes(document, endpoints),
    "python/src/cadastre_client/_schema.py": pythonTypes(document, endpoints),
    "python/src/cadastre_client/_resources.py": pythonResources(endpoints),
  }).map(([name, text]) => ({ file: new URL(name, clients), text }));
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const { file, text } of generatedClients()) writeFileSync(file, text);
}
