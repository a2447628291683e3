import { listUnpulled, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { findAdminContent } from '#pwa/store/admin/admin-courses.ts';
import type { ReadTx } from '#pwa/store/database/private-store.ts';
import { baseOf, changesOf, entityOf } from '#schema/commands/all-commands.ts';
import { isSameValue } from '#schema/editor/merge.ts';
import { findLesson } from '../commands/course-tree.ts';
import { valuesAfter } from '../commands/made-on-top.ts';
import { overlayContent, shownCommands } from '../commands/overlay.ts';
import { readShownCourse } from '../commands/shown-course.ts';
import { listOfRecord, listShown, madeOn, type UpdateBody } from './editor-coalesce.ts';

/**
 * An edit that was begun before the server had its row (version 0) is one of the row that the server has now, if
 * that has the values which the edit saw, or an unsent edit gives it others. Otherwise it stays as it is, and the
 * server refuses it, so that both are compared. For use inside a transaction over the admins' courses and
 * contents, the outbox and the state.
 */
export async function onStoredVersion(
  tx: ReadTx,
  body: UpdateBody,
  unsent: readonly OutboxRow[],
): Promise<UpdateBody> {
  if (body.args.version > 0) return body;
  const row = await findStoredRow(tx, body);
  const entity = entityOf(body.kind);
  if (row === null || entity === null || row.version === 0) return body;
  const pending = valuesAfter(entity, listShown(listOfRecord(unsent, body)));
  const [base, stored] = [baseOf(body) ?? {}, entity.readValues(row)];
  const isSame = (field: string) => field in pending || isSameValue(base[field], stored[field]);
  return Object.keys(changesOf(body) ?? {}).every(isSame) ? madeOn(body, row.version) : body;
}

async function findStoredRow(tx: ReadTx, { args }: UpdateBody) {
  const acknowledged = shownCommands(await listUnpulled(tx));
  const course = await readShownCourse(tx, acknowledged, args.courseId);
  if (course === null || !('moduleId' in args)) return course;
  if (!('lessonId' in args)) return course.modules.find(({ id }) => id === args.moduleId) ?? null;
  const lesson = findLesson(course, args.lessonId);
  if (lesson === undefined) return null;
  const moduleId = course.modules.find(({ lessons }) => lessons.includes(lesson))?.id;
  const html = await findAdminContent(tx, args.lessonId);
  const content = overlayContent(html, args.lessonId, acknowledged);
  return { ...lesson, moduleId, content: content ?? undefined };
}
