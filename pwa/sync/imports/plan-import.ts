import { generateNKeysBetween } from 'fractional-indexing';
import { v7 as uuid } from 'uuid';
import { type CourseFileResource, lessonPlace, lessonPlaces } from '#interchange/course-file/course-file.ts';
import { lessonHtml, picturesIn } from '#interchange/course-file/lesson-html.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import {
  AddCaptionsInput,
  CreateCourseInput,
  CreateLessonInput,
  CreateModuleInput,
  CreateResourceInput,
} from '#schema/editor/editor.ts';
import { parseEdit } from '../enqueue/edit-input.ts';
import { FilesToAttach, type LeftOut, type PlannedFile } from './files-to-attach.ts';
import type { FindPicture } from './picture-uris.ts';
import type { ReadImport } from './read-result.ts';
import { Turns } from './turns.ts';

/** The commands and files of an import, in the order in which they are queued. */
export interface ImportPlan {
  readonly courseId: string;
  readonly title: string;
  readonly commands: readonly CommandBody[];
  readonly files: readonly PlannedFile[];
  readonly leftOut: readonly LeftOut[];
  /** The ids of the lessons, by their places in what was read. */
  readonly lessonIds: ReadonlyMap<string, string>;
}

type Outline = ReadImport['outline'];
type OutlineModule = Outline['modules'][number];
type OutlineLesson = OutlineModule['lessons'][number];

interface ModuleIds {
  readonly courseId: string;
  readonly moduleId: string;
}
interface LessonAt extends ModuleIds {
  readonly place: string;
  readonly position: string;
}
interface LessonNamed extends ModuleIds {
  readonly lessonId: string;
  readonly lessonTitle: string;
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
  const { courseId, commands, files } = planner;
  return {
    courseId,
    title: choice.course.title,
    commands,
    files: files.planned,
    leftOut: files.leftOut,
    lessonIds: planner.lessonIds,
  };
}

class Planner {
  readonly courseId = uuid();
  readonly commands: CommandBody[] = [];
  readonly files: FilesToAttach;
  readonly #read: ReadImport;
  readonly #skipped: ReadonlySet<string>;
  readonly #findPicture: FindPicture;
  readonly #turns = new Turns();
  readonly lessonIds: ReadonlyMap<string, string>;

  constructor(read: ReadImport, skipped: ReadonlySet<string>, findPicture: FindPicture) {
    this.#read = read;
    this.#findPicture = findPicture;
    this.#skipped = skipped;
    this.files = new FilesToAttach(read.files);
    const places = lessonPlaces(read.outline).filter((place) => !skipped.has(place));
    this.lessonIds = new Map(places.map((place) => [place, uuid()]));
  }

  async addCourse({ picture, modules, files: _, ...fields }: Outline): Promise<void> {
    const { courseId } = this;
    const wanted = picture !== null && 'url' in picture ? picture.url : null;
    const input = parseEdit(CreateCourseInput, { ...fields, thumbnail: wanted });
    const { title, description, instructor, thumbnail, previewContent = '' } = input;
    const args = { courseId, title, description, instructor, previewContent, thumbnail: thumbnail || null };
    this.commands.push({ kind: 'course.create', args });
    const positions = positionsOf(modules);
    for (const [at, module] of modules.entries()) await this.#addModule(module, at, positions[at] ?? '');
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

  async #addModule({ lessons, ...fields }: OutlineModule, at: number, position: string): Promise<void> {
    const isSkipped = (index: number) => this.#skipped.has(lessonPlace(at + 1, index + 1));
    if (lessons.length > 0 && lessons.every((_, index) => isSkipped(index))) return;
    const ids = { courseId: this.courseId, moduleId: uuid() };
    const { title, description } = parseEdit(CreateModuleInput, fields);
    this.commands.push({ kind: 'module.create', args: { ...ids, title, description, position } });
    const positions = positionsOf(lessons);
    for (const [index, lesson] of lessons.entries()) {
      const place = lessonPlace(at + 1, index + 1);
      if (isSkipped(index)) continue;
      await this.#turns.next();
      await this.#addLesson(lesson, { ...ids, place, position: positions[index] ?? '' });
    }
  }

  async #addLesson(lesson: OutlineLesson, { place, position, ...ids }: LessonAt): Promise<void> {
    const { title, description, duration, type, video, resources } = lesson;
    const lessonId = this.lessonIds.get(place) ?? uuid();
    const content = await this.#textOf(place);
    const address = video !== null && 'url' in video ? video.url : null;
    const given = { title, description, duration, type, content, videoUrl: address };
    const input = parseEdit(CreateLessonInput, given);
    const fields = { title: input.title, description, duration, type, content, position };
    const args = { ...ids, lessonId, ...fields, videoUrl: input.videoUrl || null };
    this.commands.push({ kind: 'lesson.create', args });
    const named = { ...ids, lessonId, lessonTitle: input.title };
    const positions = positionsOf(resources);
    for (const [index, resource] of resources.entries())
      this.#addResource(resource, named, positions[index] ?? '');
    if (video === null || !('file' in video)) return;
    const file = { digest: video.file, kind: 'video', lessonId, fileName: title } as const;
    const attached = this.files.add({ ...file, place: title });
    if (attached !== null)
      this.commands.push({ kind: 'lesson.attachVideo', args: { ...named, ...attached } });
  }

  async #textOf(place: string): Promise<string> {
    const text = this.#read.texts.get(place) ?? '';
    const pictures = new Map<string, string>();
    for (const digest of picturesIn(text)) {
      const uri = await this.#findPicture(digest);
      if (uri !== null) pictures.set(digest, uri);
    }
    return lessonHtml(text, { courseId: this.courseId, lessonIds: this.lessonIds, pictures });
  }

  #addResource(resource: CourseFileResource, lesson: LessonNamed, position: string): void {
    const { title, type } = resource;
    const args = { ...lesson, resourceId: uuid(), title, type, position };
    if ('url' in resource) {
      const { url } = parseEdit(CreateResourceInput, { title, type, url: resource.url });
      this.commands.push({ kind: 'resource.create', args: { ...args, url } });
      return;
    }
    if ('captions' in resource) {
      const captions = this.#read.captions.get(resource.captions) ?? '';
      parseEdit(AddCaptionsInput, { title, captions });
      this.commands.push({ kind: 'resource.create', args: { ...args, url: '', captions } });
      return;
    }
    const { lessonId, lessonTitle } = lesson;
    const file = { digest: resource.file, kind: 'file', lessonId, fileName: resource.name } as const;
    const attached = this.files.add({ ...file, place: `${lessonTitle}: ${title}` });
    if (attached !== null) this.commands.push({ kind: 'resource.attach', args: { ...args, ...attached } });
  }
}

const positionsOf = (rows: readonly unknown[]): string[] => generateNKeysBetween(null, null, rows.length);
