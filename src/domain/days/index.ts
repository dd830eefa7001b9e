/** Calendar days in UTC. */

export * from "./days";
