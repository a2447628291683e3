import type { CourseOutline } from '#interchange/course-file/course-file.ts';
import type { ReportLine } from '#interchange/import/report-line.ts';

/** The file, folder or list of links that an admin chose to import. */
export type Chosen =
  | { readonly kind: 'file'; readonly name: string; readonly file: Blob }
  | { readonly kind: 'folder'; readonly name: string; readonly files: readonly FolderFile[] }
  | { readonly kind: 'links'; readonly name: string; readonly text: string };

/** A file of a chosen folder; `path` begins with the name of the folder. */
export interface FolderFile {
  readonly path: string;
  readonly file: Blob;
}

/** A course that was read whole, from a course file or from a file of another program. */
export interface ReadImport {
  /** The format as users call it. */
  readonly format: string;
  readonly outline: CourseOutline;
  /** The HTML of the lessons by place. */
  readonly texts: ReadonlyMap<string, string>;
  /** The same for the same content: SHA-256 in hex. */
  readonly digest: string;
  /** The files of the course by digest. Where they can be, they are parts of the chosen file. */
  readonly files: ReadonlyMap<string, ImportedFile>;
  /** The pictures of the texts and questions, by digest. */
  readonly pictures: ReadonlyMap<string, ImportedFile>;
  /** The texts of WebVTT files, by digest. */
  readonly captions: ReadonlyMap<string, string>;
  /** The parts that could not be imported unchanged. */
  readonly report: readonly ReportLine[];
}

export interface ImportedFile {
  readonly type: string;
  readonly sizeBytes: number;
  readonly bytes: Blob;
}
