import { type ReadableOf, type StoredBytes, streamOf } from './platform-streams.ts';

/** A file of an archive or of a chosen folder. */
export interface TreeFile {
  /** Relative, with `/`, in Unicode's form NFC. */
  readonly path: string;
  readonly sizeBytes: number;
  /** All bytes. Throws ImportError when the archive is damaged or unpacks to more than the limits allow. */
  readBytes(): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Where the same bytes already are on the device: a part of the chosen file, as a MIME type, or a blob. Null, or not
   * there, for a file that is unpacked whenever it is read. Only `readBytes` verifies them.
   */
  findStored?(type: string): Promise<StoredBytes | null>;
  /** The bytes piece by piece, for readers that need the begin of a file only: the rest is not unpacked. Not verified. */
  openPieces?(): Promise<ReadableOf<Uint8Array>>;
}

/** The files of an archive or of a chosen folder. */
export class FileTree {
  readonly files: readonly TreeFile[];
  readonly #exact: ReadonlyMap<string, TreeFile>;
  readonly #folded: ReadonlyMap<string, TreeFile>;

  constructor(files: readonly TreeFile[]) {
    this.files = files;
    this.#exact = new Map(files.map((file) => [file.path, file]));
    this.#folded = new Map(files.map((file) => [fold(file.path), file]));
  }

  /** The file of a path; one that differs only in case if there is no other. */
  find(path: string): TreeFile | undefined {
    return this.#exact.get(path) ?? this.#folded.get(fold(path));
  }

  /** The files below a folder as a tree of its own; the folder ends with `/`. */
  below(folder: string): FileTree {
    const inside = this.files.filter(({ path }) => path.startsWith(folder));
    return new FileTree(inside.map((file) => new MovedFile(file, file.path.slice(folder.length))));
  }

  /** Returns this tree, which calls back whenever one of its files is read. */
  watched(onRead: () => void): FileTree {
    return new FileTree(
      this.files.map((file) => ({
        path: file.path,
        sizeBytes: file.sizeBytes,
        readBytes: () => {
          onRead();
          return file.readBytes();
        },
        findStored: (type) => findStored(file, type),
        openPieces: () => {
          onRead();
          return openPieces(file);
        },
      })),
    );
  }
}

/** A file under another path. */
export class MovedFile implements TreeFile {
  readonly path: string;
  readonly #file: TreeFile;

  constructor(file: TreeFile, path: string) {
    this.path = path;
    this.#file = file;
  }

  get sizeBytes(): number {
    return this.#file.sizeBytes;
  }

  readBytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#file.readBytes();
  }

  findStored(type: string): Promise<StoredBytes | null> {
    return findStored(this.#file, type);
  }

  openPieces(): Promise<ReadableOf<Uint8Array>> {
    return openPieces(this.#file);
  }
}

/** See {@link TreeFile.findStored}. */
export const findStored = async (file: TreeFile, type: string): Promise<StoredBytes | null> =>
  (await file.findStored?.(type)) ?? null;

/** See {@link TreeFile.openPieces}. */
export async function openPieces(file: TreeFile): Promise<ReadableOf<Uint8Array>> {
  if (file.openPieces !== undefined) return file.openPieces();
  return streamOf(async (controller) => {
    controller.enqueue(await file.readBytes());
    controller.close();
  });
}

const fold = (path: string): string => path.normalize('NFC').toLowerCase();
