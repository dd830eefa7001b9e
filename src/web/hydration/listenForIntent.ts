import { scriptedButtons } from "./earlyClicks";

/** Events that show that a reader is about to use the page. */
const INTENTS = ["pointermove", "pointerdown", "touchstart", "focusin", "input", "change"] as const;

/** Controls that need scripts, or that work without a page load with them. Popovers and anchors within the page are native. */
const CONTROLS = `${scriptedButtons}, a[href]:not([target], [download], [href^="#"])`;

export interface IntentHandlers {
  /** May be called often. */
  onIntent: () => void;
  /** A plain click on a control that needs scripts. Its default action is prevented. */
  onClick: (control: HTMLElement) => void;
}

/**
 * Listens for interactions with `main` before hydration.
 *
 * @returns stops listening
 */
export function listenForIntent({ onIntent, onClick }: IntentHandlers): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  const onEvent = ({ target }: Event) => {
    if (target instanceof Element && target.closest("main") !== null) onIntent();
  };
  for (const intent of INTENTS) document.addEventListener(intent, onEvent, { ...options, passive: true });
  // The next key may move the focus into the page, or to a chart that becomes focusable by hydration.
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

/** `details` opens natively; closing it with Escape needs a script. */
function closeList(within: Element): void {
  const list = within.closest<HTMLDetailsElement>("main details.link-picker[open]");
  if (list === null) return;
  list.open = false;
  list.querySelector("summary")?.focus();
}

/** The control of a plain click; null for any other click. */
function clickedControl(event: MouseEvent): HTMLElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const { target } = event;
  if (!(target instanceof Element) || target.closest("main") === null) return null;
  return target.closest<HTMLElement>(CONTROLS);
}
