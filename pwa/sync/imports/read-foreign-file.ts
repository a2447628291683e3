import { checkedName } from '#interchange/archive/entry-names.ts';
import { FileTree, type TreeFile } from '#interchange/archive/file-tree.ts';
import { openAny } from '#interchange/archive/open-any.ts';
import type { ImportTools } from '#interchange/import/finish/import-tools.ts';
import { ImportError } from '#interchange/import/import-error.ts';
import { type ForeignCourse, readForeign, readLinks } from '#interchange/import/read-foreign.ts';
import { hashBytes } from './hash-bytes.ts';
import { packPictures } from './packed-pictures.ts';
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
    const tree = await openAny({ sizeBytes: file.size, read }, name);
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
        : [{ path: checked, sizeBytes: file.size, readBytes: () => readBytes(file) }];
    }),
  );
  return storingFiles(onProgress, (tools) => readForeign(tree, name, tools));
}

/** Reads a pasted list of links. Throws ImportError, whose message is user-facing. */
export const readPastedLinks = ({ name, text }: ChosenLinks, onProgress: OnProgress): Promise<ReadImport> =>
  storingFiles(onProgress, (tools) => readLinks(text, name, tools));

/** The files that the course needs are kept as blobs, which the browser can write to its disk. */
async function storingFiles(
  onProgress: OnProgress,
  read: (tools: ImportTools) => Promise<ForeignCourse>,
): Promise<ReadImport> {
  const files = new Map<string, ImportedFile>();
  const storeFile = async (bytes: Uint8Array<ArrayBuffer>, type: string) => {
    const digest = await hashBytes(bytes);
    files.set(digest, { type, sizeBytes: bytes.length, bytes: new Blob([bytes], { type }) });
    return digest;
  };
  const course = await read({
    shrinkPicture,
    hash: hashBytes,
    storeFile,
    onProgress: (done, total) => onProgress(done / total),
  });
  return { ...course, files, pictures: packPictures(course.pictures) };
}

async function readBytes(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    throw new ImportError('unreadable');
  }
}
