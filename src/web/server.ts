/** Entry of the rendering bundle: a fetch function, called by the server with a `PageContext`, and what an address means. */
import { createStartHandler } from "@tanstack/react-start/server";
import { locatePage } from "./locatePage";
import { renderPage } from "./renderPage";

export default { fetch: createStartHandler(renderPage), locate: locatePage };
