/** What was typed into fields of several lines of a server-rendered page. */
const texts = new WeakMap<HTMLTextAreaElement, string>();

/**
 * What a field of several lines held before React took it over. React keeps that of other fields, but puts the text
 * that the server wrote back into these, unless it is empty.
 */
export const earlyText = (area: HTMLTextAreaElement): string => texts.get(area) ?? area.value;

if (typeof document !== "undefined") {
  // This runs before React takes any of them over. What is typed between then and its effects comes by the event.
  for (const area of document.querySelectorAll("textarea")) {
    if (area.value !== area.defaultValue) texts.set(area, area.value);
  }
  document.addEventListener(
    "input",
    ({ target }) => target instanceof HTMLTextAreaElement && texts.set(target, target.value),
    true,
  );
}
