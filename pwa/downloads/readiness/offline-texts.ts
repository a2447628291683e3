import * as v from 'valibot';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { listLessonContents } from '#pwa/store/offline/offline-courses.ts';
import { listImages } from '../plans/lesson-images.ts';
import type { OfflineText } from './offline-readiness.ts';

/** Longer texts are not searched for something to read. */
const EMPTY_MAX = 200;

const ContentRow = v.object({ lessonId: v.string(), content: v.string() });

/** Reads every stored text, of one course or of all; a row that is not a text any more is ignored. */
export async function readOfflineTexts(
  store: PrivateStore,
  courseId: string | null,
): Promise<ReadonlyMap<string, OfflineText>> {
  const rows: unknown[] = await listLessonContents(store, courseId);
  return new Map(
    rows.flatMap((row) => {
      const parsed = v.safeParse(ContentRow, row);
      if (!parsed.success) return [];
      const { lessonId, content } = parsed.output;
      const images = listImages(content);
      return [[lessonId, { images, isEmpty: images.length === 0 && isEmpty(content) }]];
    }),
  );
}

function isEmpty(content: string): boolean {
  return content.length <= EMPTY_MAX && content.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() === '';
}
