import type { Locator } from "playwright-core";
import { disableMotion } from "./disableMotion";

/**
 * Chooses an option of a list, or an entry of a menu, that opens. The browser's driver scrolls the page to and fro
 * for a moving element, which no user can do under an open list: the mouse is pressed at its first position, and
 * released beside it.
 */
export async function pick(item: Locator): Promise<void> {
  await atRest(item);
  await item.click();
}

/** The same by keyboard. */
export async function pickByKey(item: Locator): Promise<void> {
  await atRest(item);
  await item.press("Enter");
}

/** Waits until the list or menu that contains an element has opened: its position is final, and it has the focus. */
async function atRest(item: Locator): Promise<void> {
  await item.waitFor();
  await item.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    do await frame();
    while (element.closest("[data-starting-style]") !== null);
  });
  await item.page().evaluate(disableMotion);
}
