/** The name of what hands over a click that is held, on the window. */
const TAKE = "cadastreTakeClick";

/** What only scripts can answer, and the browser does nothing about. Boxes and switches it turns by itself. */
const BUTTONS = "button:not([type=submit],[popovertarget],[role=checkbox],[role=switch],[role=radio])";

/**
 * Runs before the page is shown: a plain click on a button that React has not taken over yet is held, and made again once
 * it has. React itself drops a click on what still waits for code or data. Of several clicks the last is held. Whether
 * React has an element can be told by the keys that it leaves on it, and by nothing else. The text is the same on every
 * page.
 */
export const heldClicksScript = `(()=>{let h,l;const t=b=>Object.keys(b).some(k=>k.startsWith("__reactFiber")),w=()=>{const b=h;if(!b)return;if(b.isConnected&&!t(b)){setTimeout(w,50);return}h=null;b.click()};addEventListener("click",e=>{const b=e.target.closest?.("${BUTTONS}");if(!b||e.button||t(b)||l&&b.closest("main"))return;e.preventDefault();e.stopImmediatePropagation();const f=!h;h=b;f&&w()},true);window.${TAKE}=()=>{l=1;const b=h;if(b?.closest("main")){h=null;return b}}})()`;

/** The button of the page in the frame whose click is held, or null. From now on that page hears clicks by itself. */
export function takeHeldClick(): HTMLButtonElement | null {
  const take: unknown = Reflect.get(window, TAKE);
  const held: unknown = typeof take === "function" ? take() : null;
  return held instanceof HTMLButtonElement ? held : null;
}
