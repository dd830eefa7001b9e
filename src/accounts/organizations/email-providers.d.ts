declare module "email-providers" {
  /** Domains of public and throw-away mail services, in lower case. */
  const domains: readonly string[];
  export default domains;
}
