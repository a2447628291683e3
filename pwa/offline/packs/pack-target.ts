import { PACK_EXTENSION, PACK_TYPE } from '#interchange/media-pack/media-pack.ts';

/** Not yet in TypeScript's standard library, and not in every browser. */
declare global {
  interface Window {
    showSaveFilePicker?(options: {
      suggestedName: string;
      types: { description: string; accept: Record<string, string[]> }[];
    }): Promise<FileSystemFileHandle>;
  }
  interface FileSystemFileHandle {
    remove?(): Promise<void>;
  }
}

/** A file that is written piece by piece, `memory` where the browser offers none, or null: the user chose none. */
export async function choosePackTarget(name: string): Promise<FileSystemFileHandle | 'memory' | null> {
  if (window.showSaveFilePicker === undefined) return 'memory';
  const types = [{ description: 'Files of a course', accept: { [PACK_TYPE]: [`.${PACK_EXTENSION}`] } }];
  try {
    return await window.showSaveFilePicker({ suggestedName: name, types });
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return null;
    // Such as a page in a frame, or a device whose administrator forbids it.
    return 'memory';
  }
}

/** Removes the empty file that the browser made when it was chosen. */
export async function discardTarget(target: FileSystemFileHandle): Promise<void> {
  await target.remove?.().catch(() => undefined);
}

/** Whether the browser hands such a file to other apps and devices. */
export const canSharePack = (file: File): boolean => navigator.canShare?.({ files: [file] }) === true;
