import { v7 as uuid } from 'uuid';
import { type UploadKind, uploadRules } from '#schema/sync/upload.ts';
import type { ReadImport } from './read-result.ts';

/** A file of the archive that a command attaches. */
export interface PlannedFile {
  readonly uploadId: string;
  readonly digest: string;
  readonly kind: UploadKind;
  /** The lessons that have the file; null stands for the course, which has a picture. */
  readonly lessonIds: readonly (string | null)[];
  readonly fileName: string;
}

/** A file, quiz or question that is not imported, and why. */
export interface LeftOut {
  /** The titles of the lesson and of the resource or quiz. */
  readonly place: string;
  readonly reason: string;
}

interface Wanted extends Omit<PlannedFile, 'uploadId' | 'lessonIds'>, Pick<LeftOut, 'place'> {
  readonly lessonId: string | null;
}

/**
 * Collects the files of an import. A file that is a resource in several places under one name is one upload; a video of
 * a lesson is an upload of its own, because it can be replaced alone.
 */
export class FilesToAttach {
  readonly leftOut: LeftOut[] = [];
  readonly #packed: ReadImport['files'];
  readonly #planned = new Map<string, PlannedFile>();

  constructor(packed: ReadImport['files']) {
    this.#packed = packed;
  }

  get planned(): PlannedFile[] {
    return [...this.#planned.values()];
  }

  /** The arguments of the command that attaches a file; null, with a line in the report, if the file is too large. */
  add({ place, lessonId, ...wanted }: Wanted) {
    const { digest, kind, fileName } = wanted;
    const { maxBytes, tooLargeMessage } = uploadRules[kind];
    const sizeBytes = this.#packed.get(digest)?.sizeBytes;
    if (sizeBytes === undefined || sizeBytes > maxBytes) {
      this.leftOut.push({ place, reason: tooLargeMessage });
      return null;
    }
    const key = kind === 'file' ? `${digest} ${fileName}` : uuid();
    const { uploadId = uuid(), lessonIds = [] } = this.#planned.get(key) ?? {};
    this.#planned.set(key, { ...wanted, uploadId, lessonIds: [...lessonIds, lessonId] });
    return { uploadId, fileName, sizeBytes };
  }
}
