import { createStart } from "@tanstack/react-start";
import { apiErrors } from "./rpc/apiError";

/** What rendering on the server needs beside the router. The browser has its own entry: `client.tsx`. */
export const startInstance = createStart(() => ({ serializationAdapters: [apiErrors] }));
