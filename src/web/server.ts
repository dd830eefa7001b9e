/** Entry of the rendering bundle: a fetch function, called by the server with a `PageContext`, and what an address means. */
import { createStartHandler, defaultStreamHandler } from "@tanstack/react-start/server";
import { locatePage } from "./locatePage";

export default { fetch: createStartHandler(defaultStreamHandler), locate: locatePage };
