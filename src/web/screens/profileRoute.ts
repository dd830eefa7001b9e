import { screenRoute } from "./frame/screenRoute";

/** What the route of a profile is made of, beside its component. The declaration of its kind says what it shows. */
export const profileRoute = (path: string) =>
  screenRoute(path, "page", async () => (await import("./profiles")).profileAt(path));
