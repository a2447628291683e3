import { findStored, type TreeFile } from '#interchange/archive/file-tree.ts';
import { readText } from '#interchange/archive/read-text.ts';
import type { CourseFileResource, CourseOutline } from '#interchange/course-file/course-file.ts';
import { parseVideoUrl } from '#schema/courses/video.ts';
import { parseWebAddress } from '#schema/courses/web-address.ts';
import { CAPTIONS_MAX_CHARACTERS, VIDEO_MAX_BYTES } from '#schema/limits.ts';
import { uploadRules } from '#schema/sync/upload.ts';
import { reasons } from '../import-report.ts';
import type { Attachment, ImportedLesson } from '../imported-course.ts';
import { nameOf } from '../paths.ts';
import { titleText } from '../text/titles.ts';
import { type FileType, fileTypeOf } from './file-type.ts';
import type { LessonContext } from './lesson-context.ts';

type Video = CourseOutline['modules'][number]['lessons'][number]['video'];

/** Sorts the files and addresses of a lesson into its video, its resources and pictures for the end of its text. */
export class LessonFiles {
  video: Video = null;
  readonly resources: CourseFileResource[] = [];
  /** Paths of pictures that no text shows. */
  readonly pictures: string[] = [];
  readonly #lesson: ImportedLesson;
  readonly #context: LessonContext;
  /** Paths and addresses that the lesson has already. */
  readonly #known = new Set<string>();

  constructor(lesson: ImportedLesson, context: LessonContext) {
    this.#lesson = lesson;
    this.#context = context;
  }

  async add(attachment: Attachment): Promise<void> {
    const named = 'file' in attachment ? attachment.file : attachment.url;
    if (this.#known.has(named)) return;
    this.#known.add(named);
    const { isResource = false } = attachment;
    if ('file' in attachment) {
      const { title, file } = attachment;
      await this.#context.largeFiles.run(() => this.#addFile(title, file, isResource));
    } else this.#addAddress(attachment.title, attachment.url, isResource);
  }

  async #addFile(title: string, path: string, isResource: boolean): Promise<void> {
    const file = this.#context.scope.tree.find(path);
    const name = nameOf(path);
    if (file === undefined) return this.#report('missing', reasons.notInFile(name));
    if (file.sizeBytes > VIDEO_MAX_BYTES)
      return this.#report('leftOut', `“${name}”: ${uploadRules.file.tooLargeMessage}`);
    const bytes = await file.readBytes();
    const type = fileTypeOf(bytes);
    if (type === null) return this.#reportFile(name);
    if (type.kind === 'picture') this.pictures.push(path);
    else if (type.kind === 'captions') await this.#addCaptions(title, file);
    else await this.#store(titleText(title, name), { name, bytes, type, isResource, file });
  }

  async #store(title: string, { name, bytes, type, isResource, file }: ReadFile): Promise<void> {
    const { tools, files } = this.#context;
    const digest = await tools.storeFile(bytes, type.type, await findStored(file, type.type));
    files.set(digest, { type: type.type, sizeBytes: bytes.length });
    if (type.kind === 'video' && this.video === null && !isResource) this.video = { file: digest };
    else this.resources.push({ title, type: type.kind === 'pdf' ? 'pdf' : 'video', file: digest, name });
  }

  async #addCaptions(title: string, file: TreeFile): Promise<void> {
    const text = await readText(file);
    const name = nameOf(file.path);
    if (text.length > CAPTIONS_MAX_CHARACTERS) return this.#reportFile(name);
    const bytes = await file.readBytes();
    const digest = await this.#context.tools.storeFile(bytes, 'text/vtt');
    this.#context.captions.set(digest, text);
    this.#context.files.set(digest, { type: 'text/vtt', sizeBytes: bytes.length });
    this.resources.push({ title: titleText(title, name), type: 'video', captions: digest });
  }

  #addAddress(title: string, address: string, isResource: boolean): void {
    const secure = parseWebAddress(address.replace(/^http:\/\//i, 'https://').replace(/^\/\//, 'https://'));
    if (secure === null) {
      this.#report('leftOut', reasons.otherAddress(address));
      return;
    }
    if (/^http:/i.test(address)) this.#report('simplified', reasons.madeSecure);
    const url = secure.href;
    const video = parseVideoUrl(url);
    const plays = video.kind === 'file' || (video.kind === 'embed' && video.provider !== 'other');
    if (plays && this.video === null && !isResource) this.video = { url };
    else this.resources.push({ title: titleText(title, secure.host), type: plays ? 'video' : 'link', url });
  }

  /** The place has the name, so that many files of one kind are one line. */
  #reportFile(name: string): void {
    this.#context.report.add('leftOut', `${this.#lesson.title}: ${name}`, reasons.otherFile);
  }

  #report(outcome: 'leftOut' | 'missing' | 'simplified', reason: string): void {
    this.#context.report.add(outcome, this.#lesson.title, reason);
  }
}

interface ReadFile {
  readonly file: TreeFile;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: FileType;
  readonly isResource: boolean;
}
