import type { AdminCourseOutline } from '../../../pwa/store/admin-rows.ts';
import type { PrivateStore } from '../../../pwa/store/private-store.ts';
import type { SavePlan } from '../../../pwa/sync/save-plan.ts';
import type { Random } from '../random.ts';
import type { App } from './device.ts';
import type { Life } from './life.ts';
import { noteDropped, noteSeen } from './witness.ts';

/** An admin at work. */
export interface Desk {
  readonly app: App;
  readonly store: PrivateStore;
  readonly life: Life;
  readonly random: Random;
  /** A text that is unique in the run. */
  newWord(): string;
  /** Records text that the user saw and then removed or replaced. */
  drop(told: unknown): void;
}

type Module = AdminCourseOutline['modules'][number];
type Lesson = Module['lessons'][number];

/** The courses as the editor would show them: the server's rows with unsent edits laid over them. */
export async function shownCourses({
  app,
  store,
}: Pick<Desk, 'app' | 'store'>): Promise<AdminCourseOutline[]> {
  const commands = (await app.outboxRows.listUnsent(store)).map(({ command }) => command);
  return app.overlay.overlayCourses(await app.admin.listAdminCourses(store), commands);
}

export async function shownContent({ app, store }: Desk, lessonId: string): Promise<string> {
  const commands = (await app.outboxRows.listUnsent(store)).map(({ command }) => command);
  const kept = await app.adminCourses.findAdminContent(store, lessonId);
  return app.overlay.overlayContent(kept?.content ?? null, lessonId, commands) ?? '';
}

/** Performs one admin action on the existing data. */
export async function beAtWork(
  { app, store, life }: Pick<Desk, 'app' | 'store' | 'life'>,
  work: (desk: Desk) => Promise<void>,
): Promise<void> {
  const { random, witness } = life;
  const said: string[] = [];
  const newWord = () => {
    const word = `w${life.seed}x${++life.words}x`;
    said.push(word);
    return word;
  };
  const drop = (told: unknown) => noteDropped(witness, told);
  await work({ app, store, life, random, newWord, drop });
  // The device has stored it: from now on it must not be lost.
  for (const word of said) witness.said.add(word);
}

/** Performs one edit in the editor. */
export async function editSomething(desk: Desk): Promise<void> {
  const { app, store, random, newWord } = desk;
  const courses = await shownCourses(desk);
  noteSeen(desk.life.witness, desk.store.userId, courses);
  if (courses.length === 0) return;
  const course = random.pick(courses);
  const module = course.modules.length === 0 ? null : random.pick(course.modules);
  if (module === null || random.below(10) === 0) {
    if (random.below(4) > 0) await app.editor.enqueueModuleCreate(store.userId, course, { title: newWord() });
    else await app.editor.enqueueCourseCreate(store.userId, newCourse(newWord()));
    return;
  }
  const lesson = module.lessons.length === 0 ? null : random.pick(module.lessons);
  const place = { courseId: course.id, moduleId: module.id };
  if (lesson === null || random.below(8) === 0) {
    const word = newWord();
    await app.editor.enqueueLessonCreate(store.userId, place, { title: word, content: `<p>${word}</p>` });
    return;
  }
  await random.pick([
    save,
    save,
    save,
    saveAll,
    move,
    dropLesson,
    dropModule,
    setVideo,
    addResource,
    dropResource,
  ])(desk, { course, module, lesson });
}

interface Spot {
  readonly course: AdminCourseOutline;
  readonly module: Module;
  readonly lesson: Lesson;
}

async function save(desk: Desk, { course, module, lesson }: Spot): Promise<void> {
  const { app, store, random, newWord } = desk;
  const content = await shownContent(desk, lesson.id);
  noteSeen(desk.life.witness, desk.store.userId, content);
  const ways = [
    () => [{ title: lesson.title }, { title: newWord() }] as const,
    () => [{ description: lesson.description }, { description: newWord() }] as const,
    () => [{ content }, { content: `${content}<p>${newWord()}</p>` }] as const,
    () => [{ content }, { content: `<p>${newWord()}</p>` }] as const,
    () => [{ duration: lesson.duration }, { duration: random.below(90) }] as const,
  ];
  const [base, changes] = random.pick(ways)();
  const edit = { ...ofLesson(module, lesson), base, changes };
  desk.drop(base);
  await app.editor.enqueueSave(store.userId, planOf(course, { lessons: [edit] }));
}

/** A Save Course over several rows, which arrives whole or not at all. */
async function saveAll(desk: Desk, { course, module, lesson }: Spot): Promise<void> {
  const { app, store, newWord, drop } = desk;
  drop([course.instructor, module.description, lesson.title]);
  const [a, b, c] = [newWord(), newWord(), newWord()];
  const plan = planOf(course, {
    course: {
      ...{ title: course.title, version: course.version },
      ...{ base: { instructor: course.instructor }, changes: { instructor: a } },
    },
    modules: [
      { ...ofModule(module), base: { description: module.description }, changes: { description: b } },
    ],
    lessons: [{ ...ofLesson(module, lesson), base: { title: lesson.title }, changes: { title: c } }],
  });
  await app.editor.enqueueSave(store.userId, plan);
}

async function move({ app, store, random }: Desk, { course, module, lesson }: Spot): Promise<void> {
  const position = random.pick(['a0V', 'a1', 'a2', 'Zz', 'a5']);
  const edit = { ...ofLesson(module, lesson), base: { position: lesson.position }, changes: { position } };
  await app.editor.enqueueSave(store.userId, planOf(course, { lessons: [edit] }));
}

async function dropLesson(desk: Desk, { course, module, lesson }: Spot): Promise<void> {
  await seeGo(desk, [lesson]);
  await desk.app.editor.enqueueSave(
    desk.store.userId,
    planOf(course, { deletedLessons: [ofLesson(module, lesson)] }),
  );
}

async function dropModule(desk: Desk, { course, module }: Spot): Promise<void> {
  if (desk.random.below(3) > 0) return;
  desk.drop(module);
  await seeGo(desk, module.lessons);
  await desk.app.editor.enqueueSave(
    desk.store.userId,
    planOf(course, { deletedModules: [ofModule(module)] }),
  );
}

/** Their content and the unsent edits in them are deleted with them. */
async function seeGo(desk: Desk, lessons: readonly Lesson[]): Promise<void> {
  desk.drop(lessons);
  const unsent = await desk.app.outboxRows.listUnsent(desk.store);
  for (const { id } of lessons) {
    desk.drop(await shownContent(desk, id));
    desk.drop(unsent.filter(({ command: { args } }) => 'lessonId' in args && args.lessonId === id));
  }
}

async function setVideo(
  { app, store, newWord, drop }: Desk,
  { course, module, lesson }: Spot,
): Promise<void> {
  drop(lesson.videoUrl);
  await app.editor.enqueueVideoUrl(
    store.userId,
    lessonRef(course, module, lesson),
    `https://video.example/${newWord()}`,
  );
}

async function addResource({ app, store, newWord }: Desk, { course, module, lesson }: Spot): Promise<void> {
  const word = newWord();
  const resource = { title: word, type: 'link', url: `https://a.example/${word}` } as const;
  await app.editor.enqueueResourceCreate(store.userId, lessonRef(course, module, lesson), resource);
}

async function dropResource({ app, store, drop }: Desk, { course, module, lesson }: Spot): Promise<void> {
  const [resource] = lesson.resources;
  if (resource === undefined) return;
  drop(resource);
  const { id: resourceId, title: resourceTitle, version } = resource;
  const at = lessonRef(course, module, lesson);
  await app.editor.enqueueResourceDelete(store.userId, { ...at, resourceId, resourceTitle, version });
}

const newCourse = (word: string) => ({
  ...{ title: word, description: word, instructor: word },
  ...{ thumbnail: null, previewContent: '' },
});

const ofModule = ({ id, title, version }: Module) => ({ moduleId: id, title, version });

const ofLesson = (module: Module, { id, title, version }: Lesson) => ({
  ...{ moduleId: module.id, lessonId: id, title, version },
});

const lessonRef = (course: AdminCourseOutline, module: Module, lesson: Lesson) => ({
  ...{ courseId: course.id, moduleId: module.id, lessonId: lesson.id, lessonTitle: lesson.title },
});

function planOf(course: AdminCourseOutline, parts: Partial<SavePlan>): SavePlan {
  const nothing = { course: null, modules: [], deletedModules: [], lessons: [], deletedLessons: [] };
  return { courseId: course.id, ...nothing, draftIds: [], ...parts };
}
