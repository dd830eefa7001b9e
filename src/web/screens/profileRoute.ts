import { screenRoute } from "./frame/screenRoute";

/** Route options of a profile, without its component. The description of its kind defines its content. */
export const profileRoute = (path: string) =>
  screenRoute(path, "page", async () => (await import("./profiles")).profileAt(path));
