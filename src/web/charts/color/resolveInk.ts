import { type ChartInk, pageInk } from "./palette";

/** The page's current colours as literal values, for exported images. */
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
      // Single quotes, because the value is used in attributes.
      font: getComputedStyle(probe).fontFamily.replaceAll('"', "'"),
    };
  } finally {
    probe.remove();
  }
}
