/**
 * Converts a path of straight lines between integers to relative steps. Steps repeat, which makes the
 * compressed paths of a page a third smaller. Any other path is returned unchanged.
 */
export function inSteps(path: string): string {
  if (!/^(?:M-?\d+ -?\d+(?:L-?\d+ -?\d+)*Z*)+$/.test(path)) return path;
  let [x, y] = [0, 0];
  let goesOn = false;
  return path.replace(/([ML])(-?\d+) (-?\d+)/g, (_, command: string, across: string, down: string) => {
    const [right, below] = [Number(across) - x, Number(down) - y];
    [x, y] = [Number(across), Number(down)];
    const isNext = goesOn;
    goesOn = command === "L";
    if (command === "M") return `M${x} ${y}`;
    // A minus separates numbers like a space, and one command letter covers all repetitions.
    return `${isNext ? (right < 0 ? "" : " ") : "l"}${right}${below < 0 ? "" : " "}${below}`;
  });
}
