import { checkedName } from '#interchange/archive/entry-names.ts';
import { FileTree, type TreeFile } from '#interchange/archive/file-tree.ts';
import { openAny } from '#interchange/archive/open-any.ts';
import type { StoredBytes } from '#interchange/archive/platform-streams.ts';
import type { ImportTools } from '#interchange/import/finish/import-tools.ts';
import { ImportError } from '#interchange/import/import-error.ts';
import { type ForeignCourse, readForeign, readLinks } from '#interchange/import/read-foreign.ts';
import { hashBytes } from './hash-bytes.ts';
import type { Chosen, ImportedFile, ReadImport } from './read-result.ts';
import { shrinkPicture } from './shrink-picture.ts';

type ChosenFile = Extract<Chosen, { kind: 'file' }>;
type ChosenFolder = Extract<Chosen, { kind: 'folder' }>;
type ChosenLinks = Extract<Chosen, { kind: 'links' }>;
type OnProgress = (share: number) => void;

/** Reads a file of another program. Throws ImportError, whose message is user-facing. */
export function readForeignFile({ name, file }: ChosenFile, onProgress: OnProgress): Promise<ReadImport> {
  return storingFiles(onProgress, async (tools) => {
    const read = async (offset: number, length: number) => {
      onProgress(0);
      return readBytes(file.slice(offset, offset + length));
    };
    const slice = (offset: number, length: number, type: string) => file.slice(offset, offset + length, type);
    const tree = await openAny({ sizeBytes: file.size, read, slice }, name);
    return readForeign(tree, name.replace(/\.[^.]{1,10}$/, ''), tools);
  });
}

/** Reads a folder. Throws ImportError, whose message is user-facing. */
export function readFolder({ name, files }: ChosenFolder, onProgress: OnProgress): Promise<ReadImport> {
  const tree = new FileTree(
    files.flatMap(({ path, file }): TreeFile[] => {
      const checked = checkedName(path);
      return checked === null
        ? []
        : [
            {
              ...{ path: checked, sizeBytes: file.size, readBytes: () => readBytes(file) },
              findStored: async () => file,
            },
          ];
    }),
  );
  return storingFiles(onProgress, (tools) => readForeign(tree, name, tools));
}

/** Reads a pasted list of links. Throws ImportError, whose message is user-facing. */
export const readPastedLinks = ({ name, text }: ChosenLinks, onProgress: OnProgress): Promise<ReadImport> =>
  storingFiles(onProgress, (tools) => readLinks(text, name, tools));

/** The files that the course needs are parts of the chosen file, or blobs where they were unpacked or made anew. */
async function storingFiles(
  onProgress: OnProgress,
  read: (tools: ImportTools) => Promise<ForeignCourse>,
): Promise<ReadImport> {
  const files = new Map<string, ImportedFile>();
  const pictures = new Map<string, ImportedFile>();
  const course = await read({
    shrinkPicture,
    storePicture: ({ bytes, type, stored }) => storeIn(pictures, { bytes, type, stored }),
    storeFile: (bytes, type, stored) => storeIn(files, { bytes, type, stored }),
    onProgress: (done, total) => onProgress(done / total),
  });
  return { ...course, files, pictures };
}

interface Storing {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly stored: StoredBytes | null | undefined;
}

/** Returns the digest. */
async function storeIn(files: Map<string, ImportedFile>, { bytes, type, stored }: Storing): Promise<string> {
  const digest = await hashBytes(bytes);
  if (files.has(digest)) return digest;
  const blob = stored instanceof Blob ? stored : new Blob([bytes], { type });
  files.set(digest, { type, sizeBytes: bytes.length, bytes: blob });
  return digest;
}

async function readBytes(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    throw new ImportError('unreadable');
  }
}
