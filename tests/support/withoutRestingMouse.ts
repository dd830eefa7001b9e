/**
 * A browser without a mouse sometimes reports one in the corner, over a link whose page would be prefetched. Runs in
 * the page, before its own scripts.
 */
export function withoutRestingMouse() {
  for (const type of ["pointerover", "mouseover", "pointermove", "mousemove"])
    addEventListener(
      type,
      (event) => {
        if (event instanceof MouseEvent && event.clientX === 0 && event.clientY === 0)
          event.stopImmediatePropagation();
      },
      true,
    );
}
