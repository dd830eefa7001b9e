/** A table of a page as React elements, parsed from its markup: React alone renders the same bytes. */
import { createElement, type ReactNode } from "react";

interface Part {
  tag: string;
  attributes: Record<string, string>;
  children: (Part | string)[];
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};
const decoded = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? "");

/** Elements that have no end tag. */
const isVoid = (tag: string) => tag === "input" || tag === "br" || tag === "img";
const reactNames: Readonly<Record<string, string>> = { class: "className", for: "htmlFor" };

/** Parses markup as React writes it: every attribute quoted, every element closed. */
export function readMarkup(html: string): Part {
  const root: Part = { tag: "", attributes: {}, children: [] };
  const open = [root];
  for (const [whole, end, tag = "", attributes = ""] of html.matchAll(/<(\/?)([\w-]+)([^>]*)>|[^<]+/g)) {
    const inside = open.at(-1) ?? root;
    if (tag === "") inside.children.push(decoded(whole));
    else if (end === "/") open.pop();
    else {
      const named = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)]
        // React takes styles as objects; a table has few.
        .filter(([, name]) => name !== "style")
        .map(([, name = "", value = ""]) => [reactNames[name] ?? name, decoded(value)]);
      const part: Part = { tag, attributes: Object.fromEntries(named), children: [] };
      inside.children.push(part);
      if (!isVoid(tag) && !attributes.endsWith("/")) open.push(part);
    }
  }
  const [first] = root.children;
  if (first === undefined || typeof first === "string") throw new Error("No element");
  return first;
}

/** Creates the elements at each call, as a component does. */
export const elementOf = ({ tag, attributes, children }: Part): ReactNode =>
  createElement(
    tag,
    attributes,
    ...children.map((child) => (typeof child === "string" ? child : elementOf(child))),
  );
