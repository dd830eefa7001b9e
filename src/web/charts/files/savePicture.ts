import { PICTURE } from "./pictureFrame";
import { rasterizeSvg } from "./rasterizeSvg";
import { saveFile } from "./saveFile";

/** Hands a picture of the usual size to the reader in a file. */
export async function savePicture(svg: string, format: "png" | "svg", name: string): Promise<void> {
  if (format === "svg") saveFile(svg, name, "image/svg+xml");
  else saveFile(await rasterizeSvg(svg, PICTURE), name, "image/png");
}
