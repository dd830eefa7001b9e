/** Entry of the rendering bundle: one fetch function, called by the server with a `PageContext`. */
import { createStartHandler, defaultStreamHandler } from "@tanstack/react-start/server";

export default { fetch: createStartHandler(defaultStreamHandler) };
