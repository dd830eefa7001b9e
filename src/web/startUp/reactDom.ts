/** A module of its own, so that React is evaluated before the wait that follows it in `client.tsx`. */
export { hydrateRoot } from "react-dom/client";
