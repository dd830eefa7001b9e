/** `npm run docs`: writes what of the clients is made from the OpenAPI document. Tests fail when it is stale. */
import { writeFileSync } from "node:fs";
import { endpoints } from "../src/api/rest/endpoints";
import { openApiDocument } from "../src/api/rest/openApi/openApiDocument";
import type { ClientDocument } from "./clientDocument";
import { clientTypes } from "./clientTypes";
import { pythonResources, pythonTypes } from "./pythonTypes";

const clients = new URL("../clients/", import.meta.url);

/** Where the generated files of the clients are, and what they should be. */
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
