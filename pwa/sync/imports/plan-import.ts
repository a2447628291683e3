import { generateNKeysBetween } from 'fractional-indexing';
import { v7 as uuid } from 'uuid';
import { type CourseFileResource, lessonPlace, lessonPlaces } from '#interchange/course-file/course-file.ts';
import { lessonHtml } from '#interchange/course-file/lesson-html.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import {
  AddCaptionsInput,
  CreateCourseInput,
  CreateLessonInput,
  CreateModuleInput,
  CreateResourceInput,
} from '#schema/editor/editor.ts';
import { type UploadKind, uploadRules } from '#schema/sync/upload.ts';
import { parseEdit } from '../enqueue/edit-input.ts';
import type { ReadImport } from './read-import.ts';

/** A file of the archive that a command attaches. */
export interface PlannedFile {
  readonly uploadId: string;
  readonly digest: string;
  readonly kind: UploadKind;
  readonly lessonId: string | null;
  readonly fileName: string;
}

/** A file that is not imported, and why. */
export interface LeftOut {
  readonly place: string;
  readonly reason: string;
}

/** The commands and files of an import, in the order in which they are queued. */
export interface ImportPlan {
  readonly courseId: string;
  readonly commands: readonly CommandBody[];
  readonly files: readonly PlannedFile[];
  readonly leftOut: readonly LeftOut[];
}

type Outline = ReadImport['outline'];
type OutlineModule = Outline['modules'][number];
type OutlineLesson = OutlineModule['lessons'][number];

/**
 * Plans the import of a course as a new one, with new ids.
 *
 * @throws {InputError} if the server would refuse a text of it
 */
export function planImport(read: ReadImport): ImportPlan {
  return new Planner(read).plan();
}

class Planner {
  readonly #read: ReadImport;
  readonly #courseId = uuid();
  readonly #lessonIds: ReadonlyMap<string, string>;
  readonly #commands: CommandBody[] = [];
  readonly #files: PlannedFile[] = [];
  readonly #leftOut: LeftOut[] = [];

  constructor(read: ReadImport) {
    this.#read = read;
    this.#lessonIds = new Map(lessonPlaces(read.outline).map((place) => [place, uuid()]));
  }

  plan(): ImportPlan {
    const { outline } = this.#read;
    this.#addCourse(outline);
    const positions = generateNKeysBetween(null, null, outline.modules.length);
    for (const [at, module] of outline.modules.entries()) this.#addModule(module, at, positions[at] ?? '');
    const { picture } = outline;
    const file =
      picture !== null && 'file' in picture ? this.#findFile(picture.file, 'thumbnail', 'The picture') : null;
    if (file !== null) {
      const args = { courseId: this.#courseId, courseTitle: outline.title };
      this.#commands.push({
        kind: 'course.attachThumbnail',
        args: { ...args, ...this.#attach(file, null, 'picture.webp') },
      });
    }
    const { courseId, commands, files, leftOut } = {
      courseId: this.#courseId,
      commands: this.#commands,
      files: this.#files,
      leftOut: this.#leftOut,
    };
    return { courseId, commands, files, leftOut };
  }

  #addCourse({ title, description, instructor, previewContent, picture }: Outline): void {
    const thumbnail = picture !== null && 'url' in picture ? picture.url : null;
    const input = parseEdit(CreateCourseInput, { title, description, instructor, previewContent, thumbnail });
    const fields = { title: input.title, description: input.description, instructor: input.instructor };
    const args = { courseId: this.#courseId, ...fields, previewContent, thumbnail: input.thumbnail || null };
    this.#commands.push({ kind: 'course.create', args });
  }

  #addModule({ lessons, ...fields }: OutlineModule, at: number, position: string): void {
    const moduleId = uuid();
    const { title, description } = parseEdit(CreateModuleInput, fields);
    const ids = { courseId: this.#courseId, moduleId };
    this.#commands.push({ kind: 'module.create', args: { ...ids, title, description, position } });
    const positions = generateNKeysBetween(null, null, lessons.length);
    for (const [index, lesson] of lessons.entries())
      this.#addLesson(lesson, {
        ...ids,
        place: lessonPlace(at + 1, index + 1),
        position: positions[index] ?? '',
      });
  }

  #addLesson(lesson: OutlineLesson, { place, position, ...ids }: LessonPlace): void {
    const { title, description, duration, type, video, resources } = lesson;
    const lessonId = this.#lessonIds.get(place) ?? uuid();
    const content = lessonHtml(this.#read.texts.get(place) ?? '', {
      courseId: ids.courseId,
      lessonIds: this.#lessonIds,
      pictures: this.#read.pictures,
    });
    const videoUrl = video !== null && 'url' in video ? video.url : null;
    const input = parseEdit(CreateLessonInput, { title, description, duration, type, content, videoUrl });
    const fields = { title: input.title, description, duration, type, content, position };
    const args = { ...ids, lessonId, ...fields, videoUrl: input.videoUrl || null };
    this.#commands.push({ kind: 'lesson.create', args });
    const at = { ...ids, lessonId, lessonTitle: input.title };
    const positions = generateNKeysBetween(null, null, resources.length);
    for (const [index, resource] of resources.entries())
      this.#addResource(resource, at, positions[index] ?? '');
    const file = video !== null && 'file' in video ? this.#findFile(video.file, 'video', title) : null;
    if (file !== null)
      this.#commands.push({
        kind: 'lesson.attachVideo',
        args: { ...at, ...this.#attach(file, lessonId, title) },
      });
  }

  #addResource(resource: CourseFileResource, at: ResourcePlace, position: string): void {
    const { title, type } = resource;
    const ids = { ...at, resourceId: uuid() };
    if ('url' in resource) {
      const { url } = parseEdit(CreateResourceInput, { title, type, url: resource.url });
      this.#commands.push({ kind: 'resource.create', args: { ...ids, title, type, url, position } });
    } else if ('captions' in resource) {
      const captions = this.#read.captions.get(resource.captions) ?? '';
      parseEdit(AddCaptionsInput, { title, captions });
      this.#commands.push({
        kind: 'resource.create',
        args: { ...ids, title, type, url: '', position, captions },
      });
    } else {
      const file = this.#findFile(resource.file, 'file', `${at.lessonTitle}: ${title}`);
      if (file === null) return;
      const attached = this.#attach(file, at.lessonId, resource.name);
      this.#commands.push({ kind: 'resource.attach', args: { ...ids, title, type, position, ...attached } });
    }
  }

  /** Null, with a line in the report, for a file that the server would refuse for its size. */
  #findFile(digest: string, kind: UploadKind, place: string): FoundFile | null {
    const file = this.#read.files.get(digest);
    const { maxBytes, tooLargeMessage } = uploadRules[kind];
    if (file !== undefined && file.sizeBytes <= maxBytes) return { digest, kind, sizeBytes: file.sizeBytes };
    this.#leftOut.push({ place, reason: tooLargeMessage });
    return null;
  }

  #attach({ digest, kind, sizeBytes }: FoundFile, lessonId: string | null, fileName: string) {
    const uploadId = uuid();
    this.#files.push({ uploadId, digest, kind, lessonId, fileName });
    return { uploadId, fileName, sizeBytes };
  }
}

interface FoundFile {
  readonly digest: string;
  readonly kind: UploadKind;
  readonly sizeBytes: number;
}

interface LessonPlace {
  readonly courseId: string;
  readonly moduleId: string;
  readonly place: string;
  readonly position: string;
}

interface ResourcePlace {
  readonly courseId: string;
  readonly moduleId: string;
  readonly lessonId: string;
  readonly lessonTitle: string;
}
