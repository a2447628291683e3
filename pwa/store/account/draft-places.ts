import { paths } from '#pwa/paths.ts';
import type { PrivateStore } from '../database/private-store.ts';
import type { DraftRow } from '../database/rows.ts';
import { courseDraftKey, courseOfDraft, draftKey, NEW_COURSE, recordOfDraft } from './draft-keys.ts';
import { listDrafts } from './drafts.ts';
import { listUnsent, type OutboxRow } from './outbox.ts';
import { findTitles, type Titles } from './titles.ts';
import { listUploads, type UploadRow } from './uploads.ts';

/** An unsaved draft, and the page on which it can be edited. */
export interface DraftPlace {
  readonly key: string;
  readonly what: string;
  /** In the editor, the record that was edited last; null if this version has no page for the draft. */
  readonly to: string | null;
  /** When it was last changed (ISO instant). */
  readonly updatedAt: string;
  /** The course of the draft if it is not on this device, most likely because it was deleted. */
  readonly missingCourseId: string | null;
}

/** The commands that create a course. */
const CREATING_KINDS = ['course.create', 'course.duplicate', 'course.import'] as const;

/** What drafts are found and named by. */
export interface DraftSources {
  readonly drafts: readonly DraftRow[];
  /** Of them, images that are held until their course is saved are drafts. */
  readonly uploads: readonly UploadRow[];
  /** They may create the course of a draft. */
  readonly unsent: readonly OutboxRow[];
  readonly titles: Pick<Titles, 'courses'>;
}

/** The drafts of a store. */
export async function readDraftPlaces(store: PrivateStore): Promise<DraftPlace[]> {
  const [drafts, uploads, unsent] = await Promise.all([
    listDrafts(store, ''),
    listUploads(store),
    listUnsent(store, CREATING_KINDS),
  ]);
  const ids = [...drafts.map(({ id }) => courseOfDraft(id)), ...uploads.map(({ courseId }) => courseId)];
  const courseIds = [...new Set(ids.filter((id) => id !== null))];
  const titles = await findTitles(store, { courseIds, lessonIds: [] });
  return listDraftPlaces({ drafts, uploads, unsent, titles });
}

/** One line per course, form or image, newest first. */
export function listDraftPlaces({ drafts, uploads, unsent, titles }: DraftSources): DraftPlace[] {
  const created = unsent.flatMap(({ command: { kind, args } }) =>
    kind === 'course.create' || kind === 'course.duplicate' || kind === 'course.import'
      ? [[args.courseId, args.title] as const]
      : [],
  );
  const courses = new Map([...created, ...titles.courses]);
  const held = uploads.filter(({ state }) => state === 'held');
  const all = [...drafts.map(placeOfDraft), ...held.map(placeOfImage)].filter((place) => place !== null);
  const places = new Map<string, DraftPlace>();
  for (const place of all) {
    const before = places.get(place.key);
    if (before === undefined || before.updatedAt < place.updatedAt) places.set(place.key, place);
  }
  return [...places.values()].toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));

  function placeOfDraft({ id, updatedAt }: DraftRow): DraftPlace | null {
    const courseId = courseOfDraft(id);
    if (courseId !== null) return inEditor(courseId, { updatedAt, recordId: recordOfDraft(id) });
    if (id === 'profile') return inForm(id, 'Your profile', paths.profile, updatedAt);
    if (id === 'site') return inForm(id, 'Site', paths.adminSite, updatedAt);
    if (id === 'support') return inForm(id, 'Support message', paths.support, updatedAt);
    return draftKey(id) === null ? null : inForm(id, 'A draft of another version of Carrel', null, updatedAt);
  }

  function placeOfImage({ courseId, createdAt }: UploadRow): DraftPlace {
    return inEditor(courseId, { updatedAt: createdAt, recordId: null });
  }

  function inForm(key: string, what: string, to: string | null, updatedAt: string): DraftPlace {
    return { key, what, to, updatedAt, missingCourseId: null };
  }

  function inEditor(courseId: string, last: { updatedAt: string; recordId: string | null }): DraftPlace {
    const key = courseDraftKey(courseId);
    if (courseId === NEW_COURSE) return inForm(key, 'New course', paths.adminNewCourse, last.updatedAt);
    const title = courses.get(courseId);
    const what = title === undefined ? 'Deleted course' : `Course “${title}”`;
    const missingCourseId = title === undefined ? courseId : null;
    const to = paths.adminCourse(courseId, last.recordId ?? undefined);
    return { ...inForm(key, what, to, last.updatedAt), missingCourseId };
  }
}
