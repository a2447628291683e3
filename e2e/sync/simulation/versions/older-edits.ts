import type { Random } from '#e2e/sync/testing/random.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import { listShownCourses } from '../actions/edits.ts';
import { ADMINS } from '../machines/backend.ts';
import { noteDropped, noteSeen } from '../run/oracle.ts';
import { isAdmin, type Member, on, type SimulationRun } from '../run/simulation-run.ts';
import type { OlderPage, ReleasedEdit } from './older-page.ts';

/** What the user of an older page sees and does there. */
export interface OlderUser {
  readonly run: SimulationRun;
  readonly page: OlderPage;
  readonly view: View;
}

/** What an older page shows, as its user saw it last. */
export interface View {
  readonly courses: readonly AdminCourseOutline[];
  readonly activatedCourses: readonly string[];
  /** Texts that were replaced in the page, by lesson and field. */
  readonly shown: Map<string, string>;
  /** Another page changes the same store, so the user of this one changes nothing that both show. */
  readonly isShared: boolean;
}

/** Null if the device has no user. */
export function readView(run: SimulationRun, member: Member, isShared: boolean): Promise<View | null> {
  return on(run, member, async (app, store) => {
    const courses = isAdmin(app, store.userId) ? await listShownCourses({ app, store }) : [];
    noteSeen(run.oracle, store.userId, courses);
    const activatedCourses = app.knownUser.readKnownUser()?.activatedCourses ?? [];
    return { courses, activatedCourses, shown: new Map(), isShared };
  });
}

/** One edit in an older page; its texts must not be lost once the page has stored it. */
export async function editInOlderPage(user: OlderUser): Promise<void> {
  const { run, page } = user;
  const marker = `w${run.seed}x${++run.markerCount}x`;
  const edit = ADMINS.some((id) => id === page.userId) ? chooseEdit(user, marker) : await study(user);
  if (edit === null) return;
  await page.enqueue(edit);
  if (edit.kind !== 'progress.save' && edit.kind !== 'profile.update') run.oracle.written.add(marker);
}

async function study({ run, page, view }: OlderUser): Promise<ReleasedEdit> {
  const { random } = run;
  const name = `Name ${++run.markerCount}`;
  const [courseId] = view.activatedCourses;
  if (courseId === undefined || random.below(4) === 0) return { kind: 'profile.update', args: { name } };
  const lessonId = `${courseId}-lesson-${1 + random.below(2)}`;
  const entry = { lessonId, positionSeconds: random.below(900), updatedAt: await page.timeAfter(lessonId) };
  return { kind: 'progress.save', args: { entries: [entry] } };
}

function chooseEdit(user: OlderUser, marker: string): ReleasedEdit | null {
  const { random } = user.run;
  const course = pickFrom(random, user.view.courses);
  const module = pickFrom(random, course?.modules ?? []);
  if (course === null) return null;
  const courseId = course.id;
  const id = `older-${user.run.markerCount}`;
  const texts = { title: marker, description: marker };
  if (module === null || random.below(3) === 0)
    return { kind: 'module.create', args: { courseId, moduleId: id, ...texts, position: 'a9' } };
  const lesson = pickFrom(random, module.lessons);
  const place = { courseId, moduleId: module.id };
  if (lesson === null || user.view.isShared || random.below(3) === 0) {
    const content = { content: `<p>${marker}</p>`, duration: 5, type: 'text', videoUrl: null };
    return {
      kind: 'lesson.create',
      args: { ...place, lessonId: id, ...texts, ...content, position: 'a9' },
    };
  }
  const { id: lessonId, title: lessonTitle, version } = lesson;
  const change = changeText(user, lesson, marker);
  return { kind: 'lesson.update', args: { ...place, lessonId, lessonTitle, version, ...change } };
}

type Lesson = AdminCourseOutline['modules'][number]['lessons'][number];

function changeText({ run, page, view: { shown } }: OlderUser, lesson: Lesson, text: string) {
  const field = run.random.pick(['title', 'description'] as const);
  const key = `${lesson.id} ${field}`;
  const before = shown.get(key) ?? lesson[field];
  shown.set(key, text);
  noteSeen(run.oracle, page.userId, [before, text]);
  noteDropped(run.oracle, before);
  return { base: { [field]: before }, changes: { [field]: text } };
}

const pickFrom = <T>(random: Random, all: readonly T[]): T | null =>
  all.length === 0 ? null : random.pick(all);
