import { scriptedButtons } from "../ui/early/heldClicks";

/** What says that a reader turns to a page: a pointer that moves on it, a finger, the focus, a key, a choice. */
const INTENTS = ["pointermove", "pointerdown", "touchstart", "focusin", "input", "change"] as const;

/** What scripts answer, alone or without loading the page anew. What a button pops up, the browser shows. */
const CONTROLS = `${scriptedButtons}, a[href]:not([target]):not([download])`;

export interface IntentHandlers {
  /** May be called often. */
  onIntent: () => void;
  /** A plain click on a control that only scripts can answer as they should. It does nothing by itself. */
  onClick: (control: HTMLElement) => void;
}

/**
 * Listens to what a reader does with the page in the frame before scripts have taken it over.
 *
 * @returns ends listening
 */
export function listenForIntent({ onIntent, onClick }: IntentHandlers): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  const notice = ({ target }: Event) => {
    if (target instanceof Element && target.closest("main") !== null) onIntent();
  };
  for (const intent of INTENTS) document.addEventListener(intent, notice, { ...options, passive: true });
  // The next key may lead the focus into the page, or into a chart that only scripts make focusable.
  document.addEventListener(
    "keydown",
    ({ key, target }) => {
      onIntent();
      if (key === "Escape" && target instanceof Element) closeList(target);
    },
    { ...options, passive: true },
  );
  document.addEventListener(
    "click",
    (event) => {
      const control = clickedControl(event);
      if (control === null) return;
      event.preventDefault();
      event.stopPropagation();
      onClick(control);
    },
    options,
  );
  return () => controller.abort();
}

/** The browser opens a list of links by itself, and leaves closing it by a key to scripts. */
function closeList(within: Element): void {
  const list = within.closest<HTMLDetailsElement>("main details.link-picker[open]");
  if (list === null) return;
  list.open = false;
  list.querySelector("summary")?.focus();
}

/** The control that a plain click is for; null for any other click. */
function clickedControl(event: MouseEvent): HTMLElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const { target } = event;
  if (!(target instanceof Element) || target.closest("main") === null) return null;
  return target.closest<HTMLElement>(CONTROLS);
}
