import type { Locator } from "playwright-core";
import { disableMotion } from "./disableMotion";

/**
 * Chooses an option of a list, or an entry of a menu, that opens. The browser's driver scrolls the page to and fro for
 * an element that still moves, which nobody can do under an open list: it is pressed where it was, and let go of beside.
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

/** Waits until the list or menu that an element stands in has opened: it has its place, and the focus where it wants it. */
async function atRest(item: Locator): Promise<void> {
  await item.waitFor();
  await item.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    do await frame();
    while (element.closest("[data-starting-style]") !== null);
  });
  await item.page().evaluate(disableMotion);
}
