import { filePermission } from "#domain/screens";
import { accessTo } from "#domain/vocabulary";
import { useCaller } from "./useCaller";

/** True if the current user can download files of a format. */
export const useCanDownload = (format: string): boolean =>
  accessTo(filePermission(format), useCaller()) === "allowed";
