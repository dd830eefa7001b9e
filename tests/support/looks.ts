/** Elements of a page that look alike, of which a check of colours needs to measure two. */
import type { Page } from "playwright-core";

/** What is to be measured has this attribute. */
export const lookAttribute = "data-look";

/**
 * Marks the first and the last of all elements with text that look alike: of the same kind, colour, font and state, on the
 * same grounds. Their contrasts are made of the same values, so that those between, as in a table of a hundred rows, say
 * nothing new. A row that differs in any of these is marked, wherever it stands.
 */
export const markLooks = (page: Page): Promise<void> =>
  page.evaluate((attribute) => {
    const numbers = new Map<string, number>();
    const numberOf = (look: string): number => {
      const number = numbers.get(look) ?? numbers.size;
      numbers.set(look, number);
      return number;
    };
    // What is painted behind an element, by itself and by all that it is in, as a number.
    const grounds = new Map<Element, number>();
    const groundOf = (element: Element): number => {
      const known = grounds.get(element);
      if (known !== undefined) return known;
      const behind = element.parentElement === null ? -1 : groundOf(element.parentElement);
      const { backgroundColor, backgroundImage, opacity, position, zIndex, filter, mixBlendMode, display } =
        getComputedStyle(element);
      const own = [
        backgroundColor,
        backgroundImage,
        opacity,
        position,
        zIndex,
        filter,
        mixBlendMode,
        display,
      ];
      const ground = numberOf([behind, ...own].join());
      grounds.set(element, ground);
      return ground;
    };
    const textOf = (element: Element) =>
      [...element.childNodes]
        .map((child) => (child.nodeType === Node.TEXT_NODE ? child.textContent?.trim() : ""))
        .join("");
    const isDisabled = (element: Element) =>
      element.closest(":disabled, [aria-disabled=true]") !== null ||
      element.closest("label")?.control?.matches(":disabled") === true;
    const alike = new Map<string, [Element, Element]>();
    for (const element of document.body.querySelectorAll("*")) {
      const text = textOf(element);
      const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!isShown || (text === "" && !element.matches("input, select, textarea"))) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const look = [
        groundOf(element),
        element.tagName,
        element.getAttribute("class"),
        ...[color, fontSize, fontWeight, textShadow],
        // Of neither does axe judge the contrast.
        text.length === 1,
        isDisabled(element),
      ].join();
      alike.set(look, [alike.get(look)?.[0] ?? element, element]);
    }
    for (const element of [...alike.values()].flat()) element.setAttribute(attribute, "");
  }, lookAttribute);

/** Takes the marks away. */
export const unmarkLooks = (page: Page): Promise<void> =>
  page.evaluate((attribute) => {
    for (const element of document.querySelectorAll(`[${attribute}]`)) element.removeAttribute(attribute);
  }, lookAttribute);
