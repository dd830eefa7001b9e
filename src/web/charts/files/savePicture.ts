import { carryTypeface } from "./carryTypeface";
import { PICTURE } from "./pictureFrame";
import { rasterizeSvg } from "./rasterizeSvg";
import { saveFile } from "./saveFile";

/** Downloads an image of the default size. */
export async function savePicture(svg: string, format: "png" | "svg", name: string): Promise<void> {
  const picture = await carryTypeface(svg);
  if (format === "svg") saveFile(picture, name, "image/svg+xml");
  else saveFile(await rasterizeSvg(picture, PICTURE), name, "image/png");
}
