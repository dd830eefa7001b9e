import { clearScratchFolder } from "./scratchFolder";

/** After all tests. */
export default function setup(): () => void {
  return clearScratchFolder;
}
