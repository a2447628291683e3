import type { AdminCourseOutline } from '../../../pwa/store/admin-rows.ts';
import type { PrivateStore } from '../../../pwa/store/private-store.ts';
import type { SavePlan } from '../../../pwa/sync/save-plan.ts';
import type { Random } from '../random.ts';
import type { App } from './device.ts';

/** An admin at work: what they have, and words that were never said before. */
export interface Desk {
  readonly app: App;
  readonly store: PrivateStore;
  readonly random: Random;
  newWord(): string;
}

type Module = AdminCourseOutline['modules'][number];
type Lesson = Module['lessons'][number];

/** What the editor would show: the server's words with what is unsent laid over them. */
export async function shownCourses({
  app,
  store,
}: Pick<Desk, 'app' | 'store'>): Promise<AdminCourseOutline[]> {
  const commands = (await app.outboxRows.listUnsent(store)).map(({ command }) => command);
  return app.overlay.overlayCourses(await app.admin.listAdminCourses(store), commands);
}

async function shownContent({ app, store }: Desk, lessonId: string): Promise<string> {
  const commands = (await app.outboxRows.listUnsent(store)).map(({ command }) => command);
  const kept = await app.adminCourses.findAdminContent(store, lessonId);
  return app.overlay.overlayContent(kept?.content ?? null, lessonId, commands) ?? '';
}

/** One thing that an admin may do in the editor, to what is there. */
export async function editSomething(desk: Desk): Promise<void> {
  const { app, random, newWord } = desk;
  const courses = await shownCourses(desk);
  if (courses.length === 0) return;
  const course = random.pick(courses);
  const module = course.modules.length === 0 ? null : random.pick(course.modules);
  if (module === null || random.below(10) === 0) {
    if (random.below(4) > 0) await app.editor.enqueueModuleCreate(course, { title: newWord() });
    else await app.editor.enqueueCourseCreate(newCourse(newWord()));
    return;
  }
  const lesson = module.lessons.length === 0 ? null : random.pick(module.lessons);
  const place = { courseId: course.id, moduleId: module.id };
  if (lesson === null || random.below(8) === 0) {
    const word = newWord();
    await app.editor.enqueueLessonCreate(place, { title: word, content: `<p>${word}</p>` });
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
  const { app, random, newWord } = desk;
  const word = newWord();
  const content = await shownContent(desk, lesson.id);
  const [base, changes] = random.pick([
    [{ title: lesson.title }, { title: word }],
    [{ description: lesson.description }, { description: word }],
    [{ content }, { content: `${content}<p>${word}</p>` }],
    [{ content }, { content: `<p>${word}</p>` }],
    [{ duration: lesson.duration }, { duration: random.below(90) }],
  ]);
  const edit = { ...ofLesson(module, lesson), base, changes };
  await app.editor.enqueueSave(planOf(course, { lessons: [edit] }));
}

/** A Save Course over several rows, which arrives as a whole or not at all. */
async function saveAll(desk: Desk, { course, module, lesson }: Spot): Promise<void> {
  const { app, newWord } = desk;
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
  await app.editor.enqueueSave(plan);
}

async function move({ app, random }: Desk, { course, module, lesson }: Spot): Promise<void> {
  const position = random.pick(['a0V', 'a1', 'a2', 'Zz', 'a5']);
  const edit = { ...ofLesson(module, lesson), base: { position: lesson.position }, changes: { position } };
  await app.editor.enqueueSave(planOf(course, { lessons: [edit] }));
}

async function dropLesson({ app }: Desk, { course, module, lesson }: Spot): Promise<void> {
  await app.editor.enqueueSave(planOf(course, { deletedLessons: [ofLesson(module, lesson)] }));
}

async function dropModule({ app, random }: Desk, { course, module }: Spot): Promise<void> {
  if (random.below(3) > 0) return;
  await app.editor.enqueueSave(planOf(course, { deletedModules: [ofModule(module)] }));
}

async function setVideo({ app, newWord }: Desk, { course, module, lesson }: Spot): Promise<void> {
  await app.editor.enqueueVideoUrl(lessonRef(course, module, lesson), `https://video.example/${newWord()}`);
}

async function addResource({ app, newWord }: Desk, { course, module, lesson }: Spot): Promise<void> {
  const word = newWord();
  const resource = { title: word, type: 'link', url: `https://a.example/${word}` } as const;
  await app.editor.enqueueResourceCreate(lessonRef(course, module, lesson), resource);
}

async function dropResource({ app }: Desk, { course, module, lesson }: Spot): Promise<void> {
  const [resource] = lesson.resources;
  if (resource === undefined) return;
  const { id: resourceId, title: resourceTitle, version } = resource;
  const at = lessonRef(course, module, lesson);
  await app.editor.enqueueResourceDelete({ ...at, resourceId, resourceTitle, version });
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
