import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { InvalidError } from "#domain/errors";

/** File name of standard input in reports and sources. */
const STANDARD_INPUT = "standard-input";

export interface SpooledInputs {
  /** Absolute paths with their names in reports and sources, in the order of the arguments. */
  files: { path: string; name: string }[];
  /** Removes the copies. */
  remove: () => Promise<void>;
}

/**
 * Copies standard input (`-`) and pipes, such as those of `<(…)`, to temporary files: a file is read more than once, and
 * descriptors of this process are not valid in the server that imports. Other names become absolute paths.
 * @throws InvalidError if `-` occurs more than once, or a pipe cannot be read or stored
 */
export async function spoolInputs(
  names: readonly string[],
  standardInput: () => Readable,
): Promise<SpooledInputs> {
  if (names.filter((name) => name === "-").length > 1) {
    throw new InvalidError('Standard input ("-") can be given only once.');
  }
  const folders: string[] = [];
  const remove = async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
  try {
    const files: SpooledInputs["files"] = [];
    for (const name of names) {
      const isStandardInput = name === "-" || path.resolve(name) === "/dev/stdin";
      if (!isStandardInput && !(await isPipe(name))) {
        files.push({ path: path.resolve(name), name: path.resolve(name) });
        continue;
      }
      const folder = await mkdtemp(path.join(os.tmpdir(), "cadastre-import-"));
      folders.push(folder);
      const copy = path.join(folder, "copy");
      await store(isStandardInput ? standardInput() : createReadStream(name), copy, name);
      files.push({ path: copy, name: isStandardInput ? STANDARD_INPUT : name });
    }
    return { files, remove };
  } catch (cause) {
    await remove();
    throw cause;
  }
}

/** Paths to descriptors of this process, which the importing process cannot open. */
const DESCRIPTOR = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|thread-self|\d+)\/fd\/\d+)$/;

async function isPipe(name: string): Promise<boolean> {
  if (DESCRIPTOR.test(path.resolve(name))) return true;
  const found = await stat(name).catch(() => null);
  return found?.isFIFO() === true;
}

async function store(source: Readable, copy: string, name: string): Promise<void> {
  try {
    await pipeline(source, createWriteStream(copy, { flags: "wx", mode: 0o600 }));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const what = name === "-" ? "Standard input" : name;
    throw new InvalidError(`${what} cannot be copied to ${path.dirname(copy)}: ${reason}`, [], { cause });
  }
}
