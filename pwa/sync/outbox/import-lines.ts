import * as v from 'valibot';
import { countCharacters, LessonText } from '#pwa/store/account/lesson-text.ts';
import { read } from '#pwa/store/database/access.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import { type CommandOf, commandRequest } from '#schema/commands/all-commands.ts';

const PIECE_CHARACTERS = 1024 * 1024;

/**
 * Returns the body of an import: a line with the course, and one for each text. The same bytes each time, as the server
 * compares them; null if texts are missing. A piece at a time: the page never holds all texts, and handles keys in between.
 */
export async function readImportLines(command: CommandOf<'course.import'>): Promise<Blob | null> {
  const store = openPrivateStore(command.userId);
  let pieces: Blob[] = [];
  let piece = lineOf(commandRequest(command).body);
  let left = command.args.textCharacters;
  for (const { id: lessonId } of command.args.modules.flatMap(({ lessons }) => lessons)) {
    const row = await read(store, () => store.importTexts.get(lessonId));
    if (row !== undefined) {
      const { courseId: _, v: __, ...text } = row;
      left -= countCharacters(text);
      piece += lineOf(text);
    }
    if (piece.length < PIECE_CHARACTERS) continue;
    pieces = [...pieces, new Blob([piece])];
    piece = '';
  }
  return left === 0 ? new Blob([...pieces, piece]) : null;
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Returns the texts in a body of {@link readImportLines}; null for none. */
export function parseImportLines(body: string | null): LessonText[] | null {
  if (body === null) return null;
  const [, ...lines] = body.trimEnd().split('\n');
  return lines.map((line) => v.parse(LessonText, JSON.parse(line)));
}
