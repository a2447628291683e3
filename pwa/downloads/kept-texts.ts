import * as v from 'valibot';
import { listLessonContents } from '../store/kept-courses.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { listPictures } from './lesson-pictures.ts';
import type { KeptText } from './trip-check.ts';

const ContentRow = v.object({ lessonId: v.string(), content: v.string() });

/** Reads every stored text, of one course or of all; a row that is not a text any more is ignored. */
export async function readKeptTexts(
  store: PrivateStore,
  courseId: string | null,
): Promise<ReadonlyMap<string, KeptText>> {
  const rows: unknown[] = await listLessonContents(store, courseId);
  return new Map(
    rows.flatMap((row) => {
      const parsed = v.safeParse(ContentRow, row);
      if (!parsed.success) return [];
      const { lessonId, content } = parsed.output;
      return [[lessonId, { pictures: listPictures(content) }]];
    }),
  );
}
