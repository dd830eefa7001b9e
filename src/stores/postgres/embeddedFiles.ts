/**
 * File system of the embedded PostgreSQL engine. The engine's own creates files with the mode requested in C,
 * often 0666, ignoring the umask of the process, and does not flush writes to disk.
 */
import fs from "node:fs";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Initialized = Awaited<ReturnType<NodeFS["init"]>>;

/** The two parts of the engine's emscripten module that are patched here. */
interface EngineModule {
  FS: { chmod: (path: unknown, mode: number, dontFollow?: boolean) => void };
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/** Creates files that only their owner can open, and flushes writes to disk on request of the engine. */
export class EmbeddedFiles extends NodeFS {
  override async init(...options: Parameters<NodeFS["init"]>): Promise<Initialized> {
    const { emscriptenOpts } = await super.init(...options);
    const patchModule = (module: object) => {
      const { FS, NODEFS } = module as EngineModule;
      const { chmod } = FS;
      FS.chmod = (file, mode, dontFollow) => chmod.call(FS, file, mode & ~0o077, dontFollow);
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        fs.fsyncSync(nfd);
        return 0;
      };
    };
    const preRun = emscriptenOpts.preRun ?? [];
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(Array.isArray(preRun) ? preRun : [preRun]), patchModule],
      },
    };
  }
}

/** Flushes every file of a folder to disk, for folders created without flushing. */
export async function writeThrough(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (entry.isFile() || entry.isDirectory()) await flush(path.join(entry.parentPath, entry.name));
  }
  await flush(folder);
  await flush(path.dirname(folder));
}

/** Flushes a file, or the entries of a folder, to disk. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
