import { spawnSync } from "node:child_process";
import { aptInstall } from "./aptInstall";

const has = (command: string) => spawnSync(command, ["--version"]).status === 0;

/** Whether a command is installed, or can be installed without a prompt from a Debian package of its name. */
export const hasCommand = (command: string): boolean => has(command) || (aptInstall(command) && has(command));
