import * as v from 'valibot';
import { CourseOutline, FileDigest } from '#interchange/course-file/course-file.ts';
import { ReportLine } from '#interchange/import/report-line.ts';
import { piecesOf } from './pieces.ts';
import type { ReadImport } from './read-result.ts';

/*
 * The worker sends a course to the page in parts: receiving all of it at once would take the page longer than a user
 * waits for a key.
 */

const PIECE_LESSONS = 50;
const PIECE_CHARACTERS = 256 * 1024;

const ImportedFile = v.object({ type: v.string(), sizeBytes: v.number(), bytes: v.instance(Blob) });

/** Comes before the rest of a course, in the order of the modules. */
export const ReadPart = v.union([
  v.object({ modules: CourseOutline.entries.modules }),
  v.object({ texts: v.map(v.string(), v.string()) }),
]);
type ReadPart = v.InferOutput<typeof ReadPart>;

/** A course without its modules and texts. */
export const ReadRest = v.object({
  format: v.string(),
  outline: CourseOutline,
  digest: FileDigest,
  files: v.map(FileDigest, ImportedFile),
  pictures: v.map(FileDigest, ImportedFile),
  captions: v.map(FileDigest, v.string()),
  report: v.array(ReportLine),
});
type ReadRest = v.InferOutput<typeof ReadRest>;

/** Returns what is to be sent, the rest last. */
export function divideRead({ texts, ...read }: ReadImport): { parts: ReadPart[]; rest: ReadRest } {
  const { outline, files, pictures, captions, report } = read;
  const modules = piecesOf(outline.modules, PIECE_LESSONS, ({ lessons }) => lessons.length);
  const pieces = piecesOf(texts, PIECE_CHARACTERS, ([, text]) => text.length);
  const maps = { files: new Map(files), pictures: new Map(pictures), captions: new Map(captions) };
  return {
    parts: [
      ...modules.map((piece) => ({ modules: piece })),
      ...pieces.map((piece) => ({ texts: new Map(piece) })),
    ],
    rest: { ...read, ...maps, report: [...report], outline: { ...outline, modules: [] } },
  };
}

/** Puts the parts of a course together. */
export class ReadParts {
  readonly #modules: ReadImport['outline']['modules'] = [];
  readonly #texts = new Map<string, string>();

  add(part: ReadPart): void {
    if ('modules' in part) this.#modules.push(...part.modules);
    else for (const [place, text] of part.texts) this.#texts.set(place, text);
  }

  withRest({ outline, ...rest }: ReadRest): ReadImport {
    return { ...rest, outline: { ...outline, modules: this.#modules }, texts: this.#texts };
  }
}
