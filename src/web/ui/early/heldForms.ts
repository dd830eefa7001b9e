/** The name of the set of forms that were sent too early, on the window. */
const HELD = "cadastreHeldForms";

/**
 * Runs before the page is shown: a form that only scripts can send is held
 * when it is sent before they run, so that the browser does not load the page
 * again without what was typed. Its text is the same on every page.
 */
export const heldFormsScript = `(()=>{const h=window.${HELD}=new WeakSet;addEventListener("submit",e=>{if("awaitsScripts" in e.target.dataset){e.preventDefault();e.stopImmediatePropagation();h.add(e.target)}},true)})()`;

/** Sends a form that was held. */
export function releaseHeldForm(form: HTMLFormElement): void {
  const held: unknown = Reflect.get(window, HELD);
  if (held instanceof WeakSet && held.delete(form)) form.requestSubmit();
}
