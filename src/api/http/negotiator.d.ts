/** Types of the part of the package that is used here; the published types lack its second argument. */
declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> });
    /** The values of `available` that the client accepts, in its order of preference; ties in the order of `preferred`. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
  }
}
