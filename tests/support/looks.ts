/** Elements that look alike, of which a check of colours needs to measure two. */
import type { Page } from "playwright-core";

/** What is to be measured has this attribute. */
export const lookAttribute = "data-look";

/**
 * Marks the first and the last of all elements with text that look alike: of the same kind, colour, font and state, on the
 * same grounds. Their contrasts are made of the same values, so that those between, as in a table of a hundred rows, say
 * nothing new, nor do those on other pages. A row that differs in any of these is marked, wherever it stands.
 *
 * @param measured looks that need no mark
 * @returns the looks that were marked
 */
export const markLooks = (page: Page, measured: ReadonlySet<string> = new Set()): Promise<string[]> =>
  page.evaluate(
    ([attribute, known]) => {
      /** FNV-1a of 64 bits: the same for the same look on every page. */
      const shortened = (text: string): string => {
        let hash = 0xcbf29ce484222325n;
        for (let at = 0; at < text.length; at += 1)
          hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
        return hash.toString(36);
      };
      const seen = new Map<string, string>();
      const nameOf = (look: string): string => {
        const name = seen.get(look) ?? shortened(look);
        seen.set(look, name);
        return name;
      };
      // What is painted behind an element, by itself and by all that it is in.
      const grounds = new Map<Element, string>();
      const groundOf = (element: Element): string => {
        const known = grounds.get(element);
        if (known !== undefined) return known;
        const behind = element.parentElement === null ? "" : groundOf(element.parentElement);
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
        const ground = nameOf([behind, ...own].join());
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
      // A link is told from the text that it is in by what differs between them.
      const aroundOf = (element: Element) => {
        if (!element.matches("a[href]") || element.parentElement === null) return "";
        const { color, fontWeight } = getComputedStyle(element.parentElement);
        return [color, fontWeight, textOf(element.parentElement) === ""].join();
      };
      const alike = new Map<string, [Element, Element]>();
      for (const element of document.body.querySelectorAll("*")) {
        const text = textOf(element);
        const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        if (!isShown || (text === "" && !element.matches("input, select, textarea"))) continue;
        const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
        const look = nameOf(
          [
            groundOf(element),
            element.tagName,
            element.getAttribute("class"),
            ...[color, fontSize, fontWeight, textShadow, textDecorationLine],
            // Of neither does axe judge the contrast.
            text.length === 1,
            isDisabled(element),
            aroundOf(element),
          ].join(),
        );
        alike.set(look, [alike.get(look)?.[0] ?? element, element]);
      }
      for (const look of known) alike.delete(look);
      for (const element of [...alike.values()].flat()) element.setAttribute(attribute, "");
      return [...alike.keys()];
    },
    [lookAttribute, [...measured]] as const,
  );

/** Takes the marks away. */
export const unmarkLooks = (page: Page): Promise<void> =>
  page.evaluate((attribute) => {
    for (const element of document.querySelectorAll(`[${attribute}]`)) element.removeAttribute(attribute);
  }, lookAttribute);
