import { paths } from '../../app/paths.ts';
import type { DraftRow } from '../../store/rows.ts';
import type { UploadRow } from '../../store/uploads.ts';
import type { Centre } from './read-centre.ts';

/** Something typed and not handed in yet, and where it goes on. */
export interface DraftPlace {
  readonly key: string;
  readonly what: string;
  readonly to: string;
  /** When it was last changed (ISO instant). */
  readonly updatedAt: string;
}

/** Drafts of the editor are `editor/<courseId>/…`; `new` stands for a course that was never saved. */
const EDITOR = 'editor';
const NEW_COURSE = 'new';

/** The course that a draft of the editor is of; null for any other draft. */
export function courseOfDraft(id: string): string | null {
  const [kind, courseId] = id.split('/');
  return kind === EDITOR && courseId !== undefined ? courseId : null;
}

/** One line for each course, form or picture, the newest first. */
export function listDraftPlaces({
  drafts,
  uploads,
  titles,
}: Pick<Centre, 'drafts' | 'uploads' | 'titles'>): DraftPlace[] {
  const held = uploads.filter(({ state }) => state === 'held');
  const all = [...drafts.map(placeOfDraft), ...held.map(placeOfPicture)].filter((place) => place !== null);
  const places = new Map<string, DraftPlace>();
  for (const place of all) {
    const before = places.get(place.key);
    if (before === undefined || before.updatedAt < place.updatedAt) places.set(place.key, place);
  }
  return [...places.values()].toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));

  function placeOfDraft({ id, updatedAt }: DraftRow): DraftPlace | null {
    const courseId = courseOfDraft(id);
    if (courseId !== null) return inEditor(courseId, updatedAt);
    if (id === 'profile') return { key: id, what: 'Your profile', to: paths.profile, updatedAt };
    if (id === 'support') return { key: id, what: 'A message to support', to: paths.support, updatedAt };
    return null;
  }

  function placeOfPicture({ courseId, createdAt }: UploadRow): DraftPlace {
    return inEditor(courseId, createdAt);
  }

  function inEditor(courseId: string, updatedAt: string): DraftPlace {
    const isNew = courseId === NEW_COURSE;
    return {
      key: `${EDITOR}/${courseId}`,
      what: isNew ? 'A new course' : `Course “${titles.courses.get(courseId) ?? courseId}”`,
      to: isNew ? paths.adminNewCourse : paths.adminCourse(courseId),
      updatedAt,
    };
  }
}
