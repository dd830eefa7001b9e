/** The name of what hands over a click that is held, on the window. */
const TAKE = "cadastreTakeClick";

/** Buttons of which the browser itself does nothing, unless they send a form. */
export const scriptedButtons = "button:not([type=submit], [popovertarget])";

/**
 * Runs before the page is shown: a plain click on a button that React has not taken over yet is held, and made again once
 * it has. React itself drops a click on what still waits for code or data. Of several clicks the last is held. Whether
 * React has an element can be told by the keys that it leaves on it, and by nothing else. What other scripts add to the
 * body is not React's, and its clicks are left alone. The text is the same on every page.
 */
export const heldClicksScript = `(()=>{let h,l;const t=b=>Object.keys(b).some(k=>k.startsWith("__reactFiber")),o=b=>t(document.body)&&![...document.body.children].some(c=>t(c)&&c.contains(b)),w=()=>{const b=h;if(!b)return;if(b.isConnected&&!t(b)){setTimeout(w,50);return}h=null;b.click()};addEventListener("click",e=>{const b=e.target.closest?.("${scriptedButtons}");if(!b||e.button||t(b)||o(b)||l&&b.closest("main"))return;e.preventDefault();e.stopImmediatePropagation();const f=!h;h=b;f&&w()},true);window.${TAKE}=()=>{l=1;const b=h;if(b?.closest("main")){h=null;return b}}})()`;

/** The button of the page in the frame whose click is held, or null. From now on that page hears clicks by itself. */
export function takeHeldClick(): HTMLButtonElement | null {
  const take: unknown = Reflect.get(window, TAKE);
  const held: unknown = typeof take === "function" ? take() : null;
  return held instanceof HTMLButtonElement ? held : null;
}
