/** Text that was typed into text areas before hydration. */
const texts = new WeakMap<HTMLTextAreaElement, string>();

/**
 * The text of a text area before hydration. React keeps the input of other fields, but resets text areas to the
 * server's text unless it is empty.
 */
export const earlyText = (area: HTMLTextAreaElement): string => texts.get(area) ?? area.value;

if (typeof document !== "undefined") {
  // Runs before hydration. Later input, until the effects of React run, is recorded by the event.
  for (const area of document.querySelectorAll("textarea")) {
    if (area.value !== area.defaultValue) texts.set(area, area.value);
  }
  document.addEventListener(
    "input",
    ({ target }) => target instanceof HTMLTextAreaElement && texts.set(target, target.value),
    true,
  );
}
