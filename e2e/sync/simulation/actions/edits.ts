import type { Random } from '#e2e/sync/testing/random.ts';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { SavePlan } from '#pwa/sync/enqueue/save-plan.ts';
import { listAdminOutlines } from '#pwa/testing/admin-outlines.ts';
import type { App } from '../machines/device.ts';
import { noteDropped, noteSeen } from '../run/oracle.ts';
import type { SimulationRun } from '../run/simulation-run.ts';

/** An admin at work. */
export interface EditorContext {
  readonly app: App;
  readonly store: PrivateStore;
  readonly run: SimulationRun;
  readonly random: Random;
  /** A text that is unique in the run. */
  newMarker(): string;
  /** Records text that the user saw and then removed or replaced. */
  drop(value: unknown): void;
}

/** Two such texts fill the smallest page of a pull. */
const LARGE_CHARACTERS = 30_000;
const PARAGRAPH = `<p>${'The hour in which nothing seems to move. '.repeat(50)}</p>`;
const largeText = PARAGRAPH.repeat(LARGE_CHARACTERS / PARAGRAPH.length);

/** A new text of a lesson. */
function textWith({ run }: EditorContext, marker: string): string {
  const { largeTexts, slowConnections } = run.circumstances;
  return `<p>${marker}</p>${largeTexts === null && slowConnections === null ? '' : largeText}`;
}

type Module = AdminCourseOutline['modules'][number];
type Lesson = Module['lessons'][number];

/** The courses as the editor would show them: the server's rows with unsent edits laid over them. */
export async function listShownCourses({
  app,
  store,
}: Pick<EditorContext, 'app' | 'store'>): Promise<AdminCourseOutline[]> {
  const commands = app.overlay.shownCommands(await app.outboxRows.listEffective(store));
  return app.overlay.overlayCourses(await listAdminOutlines(store, app), commands);
}

export async function findShownContent({ app, store }: EditorContext, lessonId: string): Promise<string> {
  const commands = app.overlay.shownCommands(await app.outboxRows.listEffective(store));
  const stored = await app.adminCourses.findAdminContent(store, lessonId);
  return app.overlay.overlayContent(stored, lessonId, commands) ?? '';
}

/** Performs one admin action on the existing data. */
export async function runInEditor(
  { app, store, run }: Pick<EditorContext, 'app' | 'store' | 'run'>,
  work: (context: EditorContext) => Promise<void>,
): Promise<void> {
  const { random, oracle } = run;
  const written: string[] = [];
  const newMarker = () => {
    const marker = `w${run.seed}x${++run.markerCount}x`;
    written.push(marker);
    return marker;
  };
  const drop = (value: unknown) => noteDropped(oracle, value);
  await work({ app, store, run, random, newMarker, drop });
  // The device has stored it: from now on it must not be lost.
  for (const marker of written) oracle.written.add(marker);
}

/** Performs one edit in the editor. */
export async function editSomething(context: EditorContext): Promise<void> {
  const { app, store, random, newMarker } = context;
  const courses = await listShownCourses(context);
  noteSeen(context.run.oracle, context.store.userId, courses);
  if (courses.length === 0) return;
  const course = random.pick(courses);
  const module = course.modules.length === 0 ? null : random.pick(course.modules);
  if (module === null || random.below(10) === 0) {
    if (random.below(4) > 0)
      await app.editor.enqueueModuleCreate(store.userId, course, { title: newMarker() });
    else await app.editor.enqueueCourseCreate(store.userId, newCourse(newMarker()));
    return;
  }
  const lesson = module.lessons.length === 0 ? null : random.pick(module.lessons);
  const place = { courseId: course.id, moduleId: module.id };
  if (lesson === null || random.below(8) === 0) {
    const marker = newMarker();
    const content = textWith(context, marker);
    await app.editor.enqueueLessonCreate(store.userId, place, { title: marker, content });
    return;
  }
  await random.pick([
    save,
    save,
    save,
    saveAll,
    move,
    moveAway,
    dropLesson,
    dropModule,
    setVideo,
    addResource,
    dropResource,
  ])(context, { course, module, lesson });
}

interface Spot {
  readonly course: AdminCourseOutline;
  readonly module: Module;
  readonly lesson: Lesson;
}

async function save(context: EditorContext, { course, module, lesson }: Spot): Promise<void> {
  const { app, store, random, newMarker } = context;
  const content = await findShownContent(context, lesson.id);
  noteSeen(context.run.oracle, context.store.userId, content);
  const ways = [
    () => [{ title: lesson.title }, { title: newMarker() }] as const,
    () => [{ description: lesson.description }, { description: newMarker() }] as const,
    () => [{ content }, { content: `${content}<p>${newMarker()}</p>` }] as const,
    () => [{ content }, { content: textWith(context, newMarker()) }] as const,
    () => [{ duration: lesson.duration }, { duration: random.below(90) }] as const,
  ];
  const [base, changes] = random.pick(ways)();
  const edit = { ...ofLesson(module, lesson), base, changes };
  context.drop(base);
  await app.editor.enqueueSave(store.userId, planOf(course, { lessons: [edit] }));
}

/** A Save Course over several rows, which arrives whole or not at all. */
async function saveAll(context: EditorContext, { course, module, lesson }: Spot): Promise<void> {
  const { app, store, newMarker, drop } = context;
  drop([course.instructor, module.description, lesson.title]);
  const [a, b, c] = [newMarker(), newMarker(), newMarker()];
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

async function move({ app, store, random }: EditorContext, { course, module, lesson }: Spot): Promise<void> {
  const position = random.pick(['a0V', 'a1', 'a2', 'Zz', 'a5']);
  const edit = { ...ofLesson(module, lesson), base: { position: lesson.position }, changes: { position } };
  await app.editor.enqueueSave(store.userId, planOf(course, { lessons: [edit] }));
}

/** Into another module, which may be new or deleted meanwhile. */
async function moveAway(
  { app, store, random }: EditorContext,
  { course, module, lesson }: Spot,
): Promise<void> {
  const { id: moduleId } = random.pick(course.modules);
  const position = random.pick(['a0V', 'a1', 'a2']);
  const base = { position: lesson.position, moduleId: module.id };
  const edit = { ...ofLesson(module, lesson), base, changes: { position, moduleId } };
  await app.editor.enqueueSave(store.userId, planOf(course, { lessons: [edit] }));
}

async function dropLesson(context: EditorContext, { course, module, lesson }: Spot): Promise<void> {
  await recordDeletion(context, [lesson]);
  await context.app.editor.enqueueSave(
    context.store.userId,
    planOf(course, { deletedLessons: [ofLesson(module, lesson)] }),
  );
}

async function dropModule(context: EditorContext, { course, module }: Spot): Promise<void> {
  if (context.random.below(3) > 0) return;
  context.drop(module);
  await recordDeletion(context, module.lessons);
  await context.app.editor.enqueueSave(
    context.store.userId,
    planOf(course, { deletedModules: [ofModule(module)] }),
  );
}

/** Their content and the unsent edits in them are deleted with them. */
async function recordDeletion(context: EditorContext, lessons: readonly Lesson[]): Promise<void> {
  context.drop(lessons);
  const unsent = await context.app.outboxRows.listUnsent(context.store);
  for (const { id } of lessons) {
    context.drop(await findShownContent(context, id));
    context.drop(unsent.filter(({ command: { args } }) => 'lessonId' in args && args.lessonId === id));
  }
}

async function setVideo(
  { app, store, newMarker, drop }: EditorContext,
  { course, module, lesson }: Spot,
): Promise<void> {
  drop(lesson.videoUrl);
  await app.editor.enqueueVideoUrl(
    store.userId,
    lessonRef(course, module, lesson),
    `https://video.example/${newMarker()}`,
  );
}

async function addResource(
  { app, store, newMarker }: EditorContext,
  { course, module, lesson }: Spot,
): Promise<void> {
  const marker = newMarker();
  const resource = { title: marker, type: 'link', url: `https://a.example/${marker}` } as const;
  await app.editor.enqueueResourceCreate(store.userId, lessonRef(course, module, lesson), resource);
}

async function dropResource(
  { app, store, drop }: EditorContext,
  { course, module, lesson }: Spot,
): Promise<void> {
  const [resource] = lesson.resources;
  if (resource === undefined) return;
  drop(resource);
  const { id: resourceId, title: resourceTitle, version } = resource;
  const at = lessonRef(course, module, lesson);
  await app.editor.enqueueResourceDelete(store.userId, { ...at, resourceId, resourceTitle, version });
}

const newCourse = (marker: string) => ({
  ...{ title: marker, description: marker, instructor: marker },
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
