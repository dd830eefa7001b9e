/**
 * The file system of the embedded PostgreSQL engine. The engine's own gives files the mode that was asked for
 * in C, often 0666, past the umask of the process, and takes a request to write through to the disk for done.
 */
import fs from "node:fs";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Initialized = Awaited<ReturnType<NodeFS["init"]>>;

/** What the engine's module has of the two parts of emscripten that are mended here. */
interface EngineModule {
  FS: { chmod: (path: unknown, mode: number, dontFollow?: boolean) => void };
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
}

/** Files that only their owner may open, and writes that are on the disk once the engine was told so. */
export class EmbeddedFiles extends NodeFS {
  override async init(...options: Parameters<NodeFS["init"]>): Promise<Initialized> {
    const { emscriptenOpts } = await super.init(...options);
    const mend = (module: object) => {
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
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(Array.isArray(preRun) ? preRun : [preRun]), mend] },
    };
  }
}

/** Writes every file of a folder through to the disk: what made the folder did not ask for it. */
export async function writeThrough(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (entry.isFile() || entry.isDirectory()) await flush(path.join(entry.parentPath, entry.name));
  }
  await flush(folder);
  await flush(path.dirname(folder));
}

/** Writes a file, or the names in a folder, through to the disk. */
export async function flush(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
