import { enqueueSave } from '#pwa/sync/enqueue/editor-commands.ts';
import { namesOf } from '#schema/editor/given.ts';
import { pick } from '#schema/entities/by-name.ts';
import type { CourseFields } from '#schema/entities/course-entity.ts';
import type { DraftBook } from '../draft/draft-book.ts';
import type { EditorCourse } from '../draft/use-editor-course.ts';
import { planSave } from '../model/editor-model.ts';

/** A command that was sent and pulled before it was read back is never read with the course. */
const ARRIVAL_MAX_MS = 10_000;

interface Saving {
  readonly userId: string;
  readonly book: DraftBook;
  /** The editor's course, read once everything typed so far is in the book. */
  readonly getEditor: () => Pick<EditorCourse, 'seen'>;
}

/**
 * Hands the drafts of a course to the outbox. Changes typed meanwhile remain drafts. Returns the ids of the
 * commands; none if everything is already as on the server. If it rejects, everything is still a draft.
 *
 * @param extraChanges changes of the course that the button implies
 */
export async function saveDrafts(
  { userId, book, getEditor }: Saving,
  extraChanges: CourseFields = {},
): Promise<readonly string[]> {
  await book.flush();
  const taken = book.state.get().drafts;
  const { seen } = getEditor();
  const plan = planSave(seen, taken, [...book.listRows().keys()]);
  const { commandIds } = await enqueueSave(userId, withExtraChanges(plan, seen, extraChanges));
  book.leave(taken, commandIds);
  setTimeout(() => book.arrive(taken), ARRIVAL_MAX_MS);
  return commandIds;
}

type Plan = ReturnType<typeof planSave>;

/** Adds the changes that a button implies to the course's own edit. */
function withExtraChanges(plan: Plan, seen: EditorCourse['seen'], extraChanges: CourseFields): Plan {
  if (Object.keys(extraChanges).length === 0) return plan;
  const before = plan.course ?? { title: seen.title, version: seen.version, base: {}, changes: {} };
  const base = { ...pick(seen, namesOf(extraChanges)), ...before.base };
  return { ...plan, course: { ...before, base, changes: { ...before.changes, ...extraChanges } } };
}
