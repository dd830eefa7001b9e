/** The name on `window` of the function that returns the early click. */
const TAKE = "cadastreTakeClick";

/** Buttons without native behaviour. */
export const scriptedButtons = "button:not([type=submit], [popovertarget])";

/**
 * Inline script, the same on every page: a plain click on a button that React has not hydrated yet is stopped, and replayed
 * after hydration. React itself drops clicks on dehydrated boundaries. Of several clicks the last is replayed. An element is
 * hydrated when React has set its private keys on it; React offers no other sign. Elements that other scripts add to
 * the body are ignored.
 */
export const earlyClicksScript = `(()=>{let h,l;const t=b=>Object.keys(b).some(k=>k.startsWith("__reactFiber")),o=b=>t(document.body)&&![...document.body.children].some(c=>t(c)&&c.contains(b)),w=()=>{const b=h;if(!b)return;if(b.isConnected&&!t(b)){setTimeout(w,50);return}h=null;b.click()};addEventListener("click",e=>{const b=e.target.closest?.("${scriptedButtons}");if(!b||e.button||t(b)||o(b)||l&&b.closest("main"))return;e.preventDefault();e.stopImmediatePropagation();const f=!h;h=b;f&&w()},true);window.${TAKE}=()=>{l=1;const b=h;if(b?.closest("main")){h=null;return b}}})()`;

/** The button in `main` that was clicked early, or null. From now on clicks in `main` are left to the page. */
export function takeEarlyClick(): HTMLButtonElement | null {
  const take: unknown = Reflect.get(window, TAKE);
  const button: unknown = typeof take === "function" ? take() : null;
  return button instanceof HTMLButtonElement ? button : null;
}
