declare module "email-providers" {
  /** Domains of public and disposable mail services, in lower case. */
  const domains: readonly string[];
  export default domains;
}
