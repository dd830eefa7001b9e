import { replaceControls } from "./replaceControls";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand in HTML, SVG and XML, between tags and within quoted attributes; without control characters. */
export const escapeMarkup = (text: string): string =>
  replaceControls(text).replace(/[&<>"']/g, (one) => entities[one] ?? one);
