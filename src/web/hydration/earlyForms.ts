/** The name on `window` of the set of forms that were submitted before hydration. */
const EARLY = "cadastreEarlyForms";

/**
 * Inline script, the same on every page: stops the early submission of forms that need scripts, so that the browser does
 * not reload the page and lose the input.
 */
export const earlyFormsScript = `(()=>{const h=window.${EARLY}=new WeakSet;addEventListener("submit",e=>{if("awaitsScripts" in e.target.dataset){e.preventDefault();e.stopImmediatePropagation();h.add(e.target)}},true)})()`;

/** Submits a form that was submitted before hydration. */
export function resubmitEarlyForm(form: HTMLFormElement): void {
  const forms: unknown = Reflect.get(window, EARLY);
  if (forms instanceof WeakSet && forms.delete(form)) form.requestSubmit();
}
