/**
 * A browser without a mouse says at times that one rests in the corner, on a link whose page would be fetched.
 * Runs in the page, before anything of its own.
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
