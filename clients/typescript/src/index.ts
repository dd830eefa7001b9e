/** A client of the Cadastre data API. It depends on `fetch` only. */
export * from "./Cadastre.js";
export { CadastreError } from "./CadastreError.js";
export type { RequestOptions } from "./request.js";
export type * from "./schema.gen.js";
