import type { H5pContent } from './content.ts';

/** Reads parts inside of parts, and takes the files beside the text. */
export interface InnerReader {
  /** The text of a part as HTML; empty for anything that is no part. */
  html(value: unknown): string;
  /** Adds a file, or the files of a list, beside the text. */
  attach(value: unknown, title: string): void;
  /** Reports that the part that is being read has more inside than is read. */
  leaveOutDeep(): void;
}

/** How the parts of a library are read. */
export interface H5pLibrary {
  /** HTML whose addresses are relative to the folder of the content. */
  read(content: H5pContent, reader: InnerReader): string;
  /** What becomes of it: it is the same in Carrel, or it is the text of a program or of a question. */
  readonly outcome: 'same' | 'program' | 'question';
}
