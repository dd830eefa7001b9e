import { type ChartInk, pageInk } from "./palette";

/** The colours of the page as they are in the current theme, written out for pictures that leave it. */
export function resolveInk(host: HTMLElement): ChartInk {
  const probe = document.createElement("span");
  host.append(probe);
  const resolve = (color: string) => {
    probe.style.color = color;
    return getComputedStyle(probe).color;
  };
  try {
    return {
      theme: resolve("light-dark(#ffffff, #000000)") === "rgb(255, 255, 255)" ? "light" : "dark",
      palette: pageInk.palette.map(resolve),
      others: resolve(pageInk.others),
      axis: resolve(pageInk.axis),
      grid: resolve(pageInk.grid),
      text: resolve(pageInk.text),
      crosshair: resolve(pageInk.crosshair),
      incident: resolve(pageInk.incident),
      surface: resolve(pageInk.surface),
      // Single quotes, since it will stand in attributes.
      font: getComputedStyle(probe).fontFamily.replaceAll('"', "'"),
    };
  } finally {
    probe.remove();
  }
}
