import { generateNKeysBetween } from 'fractional-indexing';
import { v7 as uuid } from 'uuid';
import * as v from 'valibot';
import {
  type CourseFileQuiz,
  type CourseFileResource,
  lessonPlace,
} from '#interchange/course-file/course-file.ts';
import { encodeText } from '#interchange/course-file/digest.ts';
import { lessonHtml, picturesIn } from '#interchange/course-file/lesson-html.ts';
import { countCharacters, type LessonText } from '#pwa/store/account/lesson-text.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import type { CourseImportArgs } from '#schema/commands/course-commands.ts';
import { importedId, importedQuizId } from '#schema/courses/imported-id.ts';
import {
  AddCaptionsInput,
  CreateCourseInput,
  CreateLessonInput,
  CreateModuleInput,
  CreateResourceInput,
} from '#schema/editor/editor.ts';
import { IMPORT_BODY_MAX_BYTES, IMPORT_LINE_MAX_BYTES, JSON_PARTS_MAX } from '#schema/limits.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { messages } from '#schema/messages/messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { findProblem } from '#schema/quizzes/question-content.ts';
import { CopiedQuestion, CopiedQuiz } from '#schema/quizzes/quiz-input.ts';
import { parseEdit } from '../enqueue/edit-input.ts';
import { FilesToAttach, type LeftOut, type PlannedFile } from './files-to-attach.ts';
import type { FindPicture } from './picture-uris.ts';
import type { ReadImport } from './read-result.ts';
import { Turns } from './turns.ts';

/** The commands and files of an import, in the order in which they are queued. */
export interface ImportPlan {
  readonly courseId: string;
  readonly title: string;
  /** The course, and after it what attaches its files. */
  readonly commands: readonly CommandBody[];
  /** What is sent with the course; texts and quizzes for which it has no space are edits that follow it. */
  readonly texts: readonly LessonText[];
  readonly files: readonly PlannedFile[];
  readonly leftOut: readonly LeftOut[];
  /** The ids of the lessons, by their places in what was read. */
  readonly lessonIds: ReadonlyMap<string, string>;
}

type Outline = ReadImport['outline'];
type OutlineModule = Outline['modules'][number];
type OutlineLesson = OutlineModule['lessons'][number];
type PlannedModule = CourseImportArgs['modules'][number];
type PlannedLesson = PlannedModule['lessons'][number];

interface LessonNamed {
  readonly courseId: string;
  readonly moduleId: string;
  readonly lessonId: string;
  readonly lessonTitle: string;
}

/** A text and the quizzes of its lesson, and how many bytes they take in a line. */
interface PlannedText extends LessonNamed {
  readonly content: string;
  readonly bytes: number;
  readonly quizzes: CopiedQuiz[];
  readonly quizzesBytes: number;
}

/** What is imported of a module, under the ids that its rows get. */
interface Chosen {
  readonly id: string;
  readonly module: OutlineModule;
  readonly lessons: readonly {
    readonly id: string;
    /** In what was read. */
    readonly place: string;
    readonly lesson: OutlineLesson;
  }[];
}

/** The admin's changes in the preview. */
export interface ImportChoice {
  /** The fields of the course that the admin can change. */
  readonly course: Pick<Outline, 'title' | 'description' | 'instructor'>;
  /** The places of the lessons that are not imported. A module without a lesson that is imported is not either. */
  readonly skipped: ReadonlySet<string>;
}

/** Everything is imported as it was read. */
const wholeCourse = ({ outline: { title, description, instructor } }: ReadImport): ImportChoice => ({
  course: { title, description, instructor },
  skipped: new Set(),
});

/**
 * Plans the import of a course as a new one, with new ids, in turns: the page stays usable meanwhile. A text keeps the
 * address of a picture that is not found.
 *
 * @throws {InputError} if the server would refuse a text of it
 * @throws {UserFacingError} what `findPicture` throws
 */
export async function planImport(
  read: ReadImport,
  findPicture: FindPicture,
  choice: ImportChoice = wholeCourse(read),
): Promise<ImportPlan> {
  const planner = new Planner(read, choice.skipped, findPicture);
  await planner.addCourse({ ...read.outline, ...choice.course });
  const { courseId, commands, texts, files, leftOut, lessonIds } = planner;
  return {
    ...{ courseId, title: choice.course.title, commands, texts, lessonIds },
    ...{ files: files.planned, leftOut: [...files.leftOut, ...leftOut] },
  };
}

/** The lessons that are imported, and the modules that have any, or had none. */
function chooseFrom(
  { modules }: Outline,
  { skipped, courseId }: { readonly skipped: ReadonlySet<string>; readonly courseId: string },
): Chosen[] {
  return modules
    .map((module, m) => ({
      module,
      lessons: module.lessons
        .map((lesson, l) => ({ lesson, place: lessonPlace(m + 1, l + 1) }))
        .filter(({ place }) => !skipped.has(place)),
    }))
    .filter(({ module, lessons }) => lessons.length > 0 || module.lessons.length === 0)
    .map(({ module, lessons }, m) => {
      const id = importedId(courseId, m + 1);
      return { id, module, lessons: lessons.map((one, l) => ({ ...one, id: importedId(id, l + 1) })) };
    });
}

class Planner {
  readonly courseId = uuid();
  readonly commands: CommandBody[] = [];
  readonly texts: LessonText[] = [];
  readonly files: FilesToAttach;
  /** Quizzes and questions. */
  readonly leftOut: LeftOut[] = [];
  readonly lessonIds: ReadonlyMap<string, string>;
  readonly #read: ReadImport;
  readonly #chosen: readonly Chosen[];
  readonly #findPicture: FindPicture;
  readonly #turns = new Turns();
  readonly #planned: PlannedText[] = [];

  constructor(read: ReadImport, skipped: ReadonlySet<string>, findPicture: FindPicture) {
    this.#read = read;
    this.#findPicture = findPicture;
    this.#chosen = chooseFrom(read.outline, { skipped, courseId: this.courseId });
    this.files = new FilesToAttach(read.files);
    const lessons = this.#chosen.flatMap((one) => one.lessons);
    this.lessonIds = new Map(lessons.map(({ place, id }) => [place, id]));
  }

  async addCourse({ picture, modules: _, files: __, ...fields }: Outline): Promise<void> {
    const { courseId } = this;
    const wanted = picture !== null && 'url' in picture ? picture.url : null;
    const input = parseEdit(CreateCourseInput, { ...fields, thumbnail: wanted });
    const { title, description, instructor, thumbnail, previewContent = '' } = input;
    const modules: CourseImportArgs['modules'] = [];
    const positions = positionsOf(this.#chosen);
    for (const [at, chosen] of this.#chosen.entries())
      modules.push(await this.#planModule(chosen, positions[at] ?? ''));
    const own = { title, description, instructor, previewContent, thumbnail: thumbnail || null };
    const course = { courseId, ...own, modules };
    const headBytes = bytesOf(course);
    // More lessons, or longer descriptions, than the server reads.
    if (headBytes > IMPORT_LINE_MAX_BYTES || countParts(modules) > JSON_PARTS_MAX)
      throw new UserFacingError(messages.bodyTooLarge);
    this.#divideTexts(IMPORT_BODY_MAX_BYTES - headBytes);
    const textCharacters = this.texts.reduce((sum, text) => sum + countCharacters(text), 0);
    this.commands.unshift({ kind: 'course.import', args: { ...course, textCharacters } });
    if (picture === null || !('file' in picture)) return;
    const file = {
      digest: picture.file,
      kind: 'thumbnail',
      fileName: 'picture.webp',
      lessonId: null,
    } as const;
    const attached = this.files.add({ ...file, place: 'The picture of the course' });
    if (attached !== null)
      this.commands.push({
        kind: 'course.attachThumbnail',
        args: { courseId, courseTitle: title, ...attached },
      });
  }

  async #planModule({ id, module, lessons }: Chosen, position: string): Promise<PlannedModule> {
    const { title, description } = parseEdit(CreateModuleInput, {
      title: module.title,
      description: module.description,
    });
    const positions = positionsOf(lessons);
    const planned: PlannedModule['lessons'] = [];
    for (const [at, chosen] of lessons.entries()) {
      await this.#turns.next();
      planned.push(await this.#planLesson(chosen, { moduleId: id, position: positions[at] ?? '' }));
    }
    return { id, title, description, position, version: 1, lessons: planned };
  }

  async #planLesson(
    { id, place, lesson }: Chosen['lessons'][number],
    { moduleId, position }: { readonly moduleId: string; readonly position: string },
  ): Promise<PlannedLesson> {
    const { title, description, duration, type, video, resources } = lesson;
    const content = await this.#withAddresses(this.#read.texts.get(place) ?? '');
    const address = video !== null && 'url' in video ? video.url : null;
    const input = parseEdit(CreateLessonInput, {
      title,
      description,
      duration,
      type,
      content,
      videoUrl: address,
    });
    const named = { courseId: this.courseId, moduleId, lessonId: id, lessonTitle: input.title };
    const quizzes = await this.#planQuizzes(lesson);
    const bytes = bytesOf({ lessonId: id, content }) + 1;
    const quizzesBytes = quizzes.length > 0 ? bytesOf({ quizzes }) : 0;
    this.#planned.push({ ...named, content, bytes, quizzes, quizzesBytes });
    const positions = positionsOf(resources);
    const links = resources.flatMap((resource, at) =>
      this.#planResource(resource, named, positions[at] ?? ''),
    );
    if (video !== null && 'file' in video) {
      const file = { digest: video.file, kind: 'video', lessonId: id, fileName: title } as const;
      const attached = this.files.add({ ...file, place: title });
      if (attached !== null)
        this.commands.push({ kind: 'lesson.attachVideo', args: { ...named, ...attached } });
    }
    return {
      ...{ id, title: input.title, description, duration, type, position, version: 1 },
      ...{ videoUrl: input.videoUrl || null, videoSizeBytes: null },
      resources: links.map((link, at) => ({ ...link, id: importedId(id, at + 1) })),
    };
  }

  /** Divides the texts and quizzes into those that are sent with the course and those that follow as edits. */
  #divideTexts(spaceBytes: number): void {
    let leftBytes = spaceBytes;
    for (const { content, bytes, quizzes, quizzesBytes, ...named } of this.#planned) {
      const { lessonId } = named;
      const isWithin = bytes <= leftBytes;
      if (isWithin) leftBytes -= bytes;
      const areWithin = quizzesBytes <= Math.min(leftBytes, IMPORT_LINE_MAX_BYTES - bytes);
      if (areWithin) leftBytes -= quizzesBytes;
      const own = areWithin && quizzes.length > 0 && { quizzes };
      this.texts.push({ lessonId, content: isWithin ? content : '', ...own });
      const args = { ...named, version: 1, base: { content: '' }, changes: { content } };
      if (!isWithin) this.commands.push({ kind: 'lesson.update', args });
      if (!areWithin) this.#addQuizzes(quizzes, named);
    }
  }

  /** The commands of quizzes that are too large to be sent with the course. */
  #addQuizzes(quizzes: readonly CopiedQuiz[], named: LessonNamed): void {
    for (const [z, { questions, ...quiz }] of quizzes.entries()) {
      const quizId = importedQuizId(named.lessonId, z + 1);
      this.commands.push({ kind: 'quiz.create', args: { ...named, ...quiz, quizId } });
      for (const [q, question] of questions.entries()) {
        const ids = {
          ...named,
          quizId,
          quizTitle: quiz.title,
          quizUse: quiz.use,
          questionId: importedId(quizId, q + 1),
        };
        this.commands.push({ kind: 'question.create', args: { ...ids, ...question } });
      }
    }
  }

  async #planQuizzes({ title: lessonTitle, quizzes = [] }: OutlineLesson): Promise<CopiedQuiz[]> {
    const positions = positionsOf(quizzes);
    const planned: CopiedQuiz[] = [];
    for (const [at, { questions, ...fields }] of quizzes.entries()) {
      await this.#turns.next();
      const place = `${lessonTitle}: ${fields.title}`;
      const quiz = v.safeParse(CopiedQuiz, { ...fields, position: positions[at], questions: [] });
      if (!quiz.success) this.leftOut.push({ place, reason: adminMessages.quizLeftOut });
      else planned.push({ ...quiz.output, questions: await this.#planQuestions(questions, place) });
    }
    return planned;
  }

  /** A question that the server would refuse is left out: it must not end the import. */
  async #planQuestions(
    questions: CourseFileQuiz['questions'],
    place: string,
  ): Promise<CopiedQuiz['questions']> {
    const positions = positionsOf(questions);
    const planned: CopiedQuiz['questions'] = [];
    for (const [at, question] of questions.entries()) {
      const prompt = await this.#withAddresses(question.prompt);
      const position = positions[at] ?? '';
      const parsed = v.safeParse(CopiedQuestion, { ...question, prompt, position });
      const problem = parsed.success ? findProblem(parsed.output) : UNREADABLE;
      if (problem !== null)
        this.leftOut.push({ place, reason: `A question was left out. ${problem.sentence}.` });
      else if (parsed.success) planned.push(parsed.output);
    }
    return planned;
  }

  /** Returns the HTML of a text or a question with the addresses of the new course. */
  async #withAddresses(text: string): Promise<string> {
    const pictures = new Map<string, string>();
    for (const digest of picturesIn(text)) {
      const uri = await this.#findPicture(digest);
      if (uri !== null) pictures.set(digest, uri);
    }
    return lessonHtml(text, { courseId: this.courseId, lessonIds: this.lessonIds, pictures });
  }

  /** Returns what is part of the course: a link. A file has a command of its own, and so has one of captions. */
  #planResource(
    resource: CourseFileResource,
    lesson: LessonNamed,
    position: string,
  ): Omit<PlannedLesson['resources'][number], 'id'>[] {
    const { title, type } = resource;
    if ('url' in resource) {
      const { url } = parseEdit(CreateResourceInput, { title, type, url: resource.url });
      return [{ title, type, url, position, sizeBytes: null, contentType: null, version: 1 }];
    }
    const args = { ...lesson, resourceId: uuid(), title, type, position };
    if ('captions' in resource) {
      const captions = this.#read.captions.get(resource.captions) ?? '';
      parseEdit(AddCaptionsInput, { title, captions });
      this.commands.push({ kind: 'resource.create', args: { ...args, url: '', captions } });
      return [];
    }
    const { lessonId, lessonTitle } = lesson;
    const file = { digest: resource.file, kind: 'file', lessonId, fileName: resource.name } as const;
    const attached = this.files.add({ ...file, place: `${lessonTitle}: ${title}` });
    if (attached !== null) this.commands.push({ kind: 'resource.attach', args: { ...args, ...attached } });
    return [];
  }
}

/** A question beyond the limits of the server. */
const UNREADABLE = { sentence: 'A part of it is too long, or not valid' };

const positionsOf = (rows: readonly unknown[]): string[] => generateNKeysBetween(null, null, rows.length);

const bytesOf = (value: unknown): number => encodeText(JSON.stringify(value)).length;

/** The objects and lists in the JSON of a course with these modules. */
function countParts(modules: CourseImportArgs['modules']): number {
  const lessons = modules.flatMap((module) => module.lessons);
  const links = lessons.flatMap(({ resources }) => resources);
  return 2 + 2 * modules.length + 2 * lessons.length + links.length;
}
