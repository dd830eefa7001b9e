/** A client of the data API of Cadastre. It needs nothing but `fetch`. */
export * from "./Cadastre.js";
export { CadastreError } from "./CadastreError.js";
export type { RequestOptions } from "./request.js";
export type * from "./schema.gen.js";
