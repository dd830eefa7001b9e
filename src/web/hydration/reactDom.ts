/** A separate module, so that React is evaluated before `afterReact`. */
export { hydrateRoot } from "react-dom/client";
