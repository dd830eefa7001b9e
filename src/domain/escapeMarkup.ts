const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand in HTML, SVG and XML, between tags and within quoted attributes. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (one) => entities[one] ?? one);
