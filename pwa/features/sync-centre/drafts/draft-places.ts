import { paths } from '#pwa/paths.ts';
import type { UploadRow } from '#pwa/store/account/uploads.ts';
import type { DraftRow } from '#pwa/store/database/rows.ts';
import { courseOfDraft, EDITOR_DRAFTS, NEW_COURSE } from '../model/draft-course.ts';
import type { Centre } from '../model/read-centre.ts';

/** An unsaved draft, and the page on which it can be edited. */
export interface DraftPlace {
  readonly key: string;
  readonly what: string;
  readonly to: string;
  /** When it was last changed (ISO instant). */
  readonly updatedAt: string;
  /** The course of the draft if it is not on this device, most likely because it was deleted. */
  readonly missingCourseId: string | null;
}

/** One line per course, form or image, newest first. */
export function listDraftPlaces({
  drafts,
  uploads,
  unsent,
  titles,
}: Pick<Centre, 'drafts' | 'uploads' | 'unsent' | 'titles'>): DraftPlace[] {
  const created = unsent.flatMap(({ command: { kind, args } }) =>
    kind === 'course.create' || kind === 'course.duplicate' ? [[args.courseId, args.title] as const] : [],
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
    if (courseId !== null) return inEditor(courseId, updatedAt);
    if (id === 'profile') return inForm(id, 'Your profile', paths.profile, updatedAt);
    if (id === 'support') return inForm(id, 'Support message', paths.support, updatedAt);
    return null;
  }

  function placeOfImage({ courseId, createdAt }: UploadRow): DraftPlace {
    return inEditor(courseId, createdAt);
  }

  function inForm(key: string, what: string, to: string, updatedAt: string): DraftPlace {
    return { key, what, to, updatedAt, missingCourseId: null };
  }

  function inEditor(courseId: string, updatedAt: string): DraftPlace {
    const key = `${EDITOR_DRAFTS}/${courseId}`;
    if (courseId === NEW_COURSE) return inForm(key, 'New course', paths.adminNewCourse, updatedAt);
    const title = courses.get(courseId);
    const what = title === undefined ? 'Deleted course' : `Course “${title}”`;
    const missingCourseId = title === undefined ? courseId : null;
    return { ...inForm(key, what, paths.adminCourse(courseId), updatedAt), missingCourseId };
  }
}
