import { accessTo, filePermission } from "#domain";
import { useCaller } from "./useCaller";

/** Whether files of a format may be downloaded by who sees the page. */
export const useCanDownload = (format: string): boolean =>
  accessTo(filePermission(format), useCaller()) === "allowed";
