/** Elements with the same colours, of which a check of colours needs to measure two. */
import type { Page } from "playwright-core";

/** Attribute of the elements to measure; a property of the same name identifies their look. */
export const lookAttribute = "data-look";

/**
 * Marks the first and the last of all elements with text that look alike: of the same colour, font and state, on the
 * same background. Their contrasts are computed from the same values, so those between, as in a table of a hundred
 * rows,
 * add nothing, nor do those on other pages. An element that differs in any of these is marked, wherever it is.
 * @param measured looks that need no mark
 * @param except a selector of parts whose colours are excluded
 * @returns the looks that were marked
 */
export const markLooks = (
  page: Page,
  measured: ReadonlySet<string> = new Set(),
  except = "nothing",
): Promise<string[]> =>
  page.evaluate(
    ([attribute, measuredBefore, excepted]) => {
      const known = new Set(measuredBefore);
      /** FNV-1a of 64 bits: the same for the same look on every page. */
      const shortened = (text: string): string => {
        let hash = 0xcbf29ce484222325n;
        for (let at = 0; at < text.length; at += 1)
          hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
        return hash.toString(36);
      };
      // The background of an element, including its ancestors; null if none of it is painted.
      const grounds = new Map<Element, string | null>();
      const groundOf = (element: Element): string | null => {
        const found = grounds.get(element);
        if (found !== undefined) return found;
        const behind = element.parentElement === null ? "" : groundOf(element.parentElement);
        const ground = behind === null ? null : groundBefore(behind, getComputedStyle(element));
        grounds.set(element, ground);
        return ground;
      };
      const groundBefore = (behind: string, style: CSSStyleDeclaration): string | null => {
        const { backgroundColor, backgroundImage, opacity, position, zIndex, filter, mixBlendMode } = style;
        // For screen readers only.
        if (style.clipPath.startsWith("inset(50%")) return null;
        const isPainted = backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none";
        const isInPlace = zIndex === "auto" && (position === "static" || position === "relative");
        if (!isPainted && isInPlace && opacity === "1" && filter === "none" && mixBlendMode === "normal")
          return behind;
        const own = [backgroundColor, backgroundImage, opacity, position, zIndex, filter, mixBlendMode];
        return `${behind}/${[...own, isPainted && style.display].join()}`;
      };
      const textOf = (element: Element) =>
        [...element.childNodes]
          .map((child) => (child.nodeType === Node.TEXT_NODE ? child.textContent?.trim() : ""))
          .join("");
      const isDisabled = (element: Element) =>
        element.closest(":disabled, [aria-disabled=true]") !== null ||
        element.closest("label")?.control?.matches(":disabled") === true;
      // A link is distinguished from its surrounding text by the differences between them.
      const aroundOf = (element: Element, { textDecorationLine }: CSSStyleDeclaration) => {
        if (!element.matches("a[href]") || element.parentElement === null) return "";
        const { color, fontWeight } = getComputedStyle(element.parentElement);
        return [textDecorationLine, color, fontWeight, textOf(element.parentElement) === ""].join();
      };
      const alike = new Map<string, [Element, Element]>();
      for (const element of document.body.querySelectorAll("*")) {
        const text = textOf(element);
        const isField = element.matches("input:not([type=checkbox], [type=radio]), select, textarea");
        // Axe ignores the contrast of a single character; a link of one character is distinguished from the text
        // around it.
        const isJudged = text.length > 1 || isField || (text !== "" && element.matches("a[href]"));
        if (!isJudged) continue;
        if (element.closest(excepted) !== null) continue;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const ground = groundOf(element);
        if (ground === null) continue;
        const style = getComputedStyle(element);
        const { color, fontSize, fontWeight, textShadow, webkitTextStrokeWidth } = style;
        const look = [
          ground,
          isField && element.localName,
          ...[color, fontSize, fontWeight, textShadow, webkitTextStrokeWidth],
          // Axe does not judge disabled elements, nor most drawings.
          isDisabled(element),
          element.closest("svg") !== null,
          aroundOf(element, style),
        ].join("|");
        alike.set(look, [alike.get(look)?.[0] ?? element, element]);
      }
      const marked: string[] = [];
      for (const [look, [first, last]] of alike) {
        const name = shortened(look);
        if (known.has(name)) continue;
        for (const element of [first, last]) {
          element.setAttribute(attribute, "");
          Reflect.set(element, attribute, name);
        }
        marked.push(name);
      }
      return marked;
    },
    [lookAttribute, [...measured], except] as const,
  );

/** Takes the marks away. */
export const unmarkLooks = (page: Page): Promise<void> =>
  page.evaluate((attribute) => {
    for (const element of document.querySelectorAll(`[${attribute}]`)) element.removeAttribute(attribute);
  }, lookAttribute);
