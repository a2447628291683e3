import { v7 as uuid } from 'uuid';
import { type UploadKind, uploadRules } from '#schema/sync/upload.ts';
import type { ReadImport } from './read-result.ts';

/** A file of the archive that a command attaches. */
export interface PlannedFile {
  readonly uploadId: string;
  readonly digest: string;
  readonly kind: UploadKind;
  /** Null for the picture of the course. */
  readonly lessonId: string | null;
  readonly fileName: string;
}

/** A file that is not imported, and why. */
export interface LeftOut {
  /** The title of the lesson or the resource. */
  readonly place: string;
  readonly reason: string;
}

type Wanted = Omit<PlannedFile, 'uploadId'> & Pick<LeftOut, 'place'>;

/** Collects the files of an import. Each becomes an upload of its own, also where several places name one file. */
export class FilesToAttach {
  readonly planned: PlannedFile[] = [];
  readonly leftOut: LeftOut[] = [];
  readonly #packed: ReadImport['files'];

  constructor(packed: ReadImport['files']) {
    this.#packed = packed;
  }

  /** The arguments of the command that attaches a file; null, with a line in the report, if the file is too large. */
  add({ place, ...wanted }: Wanted) {
    const { digest, kind, fileName } = wanted;
    const { maxBytes, tooLargeMessage } = uploadRules[kind];
    const sizeBytes = this.#packed.get(digest)?.sizeBytes;
    if (sizeBytes === undefined || sizeBytes > maxBytes) {
      this.leftOut.push({ place, reason: tooLargeMessage });
      return null;
    }
    const uploadId = uuid();
    this.planned.push({ uploadId, ...wanted });
    return { uploadId, fileName, sizeBytes };
  }
}
