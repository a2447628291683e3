import type {
  CodesUploadArgs,
  CourseFields,
  CourseUpdateArgs,
  KeepAsideArgs,
  LessonFields,
  LessonUpdateArgs,
  ModuleFields,
  ModuleUpdateArgs,
  ResourceCreateArgs,
  ThumbnailAttachArgs,
  VideoAttachArgs,
} from './editor-commands.ts';

/** The fields of an edit as people call them. */
const fieldNames: Readonly<Record<keyof (CourseFields & ModuleFields & LessonFields), string>> = {
  title: 'title',
  description: 'description',
  instructor: 'instructor',
  thumbnail: 'picture',
  previewContent: 'preview content',
  status: 'status',
  position: 'place',
  content: 'text',
  duration: 'duration',
  type: 'type',
  videoUrl: 'video',
};

/** `Rename course “Tides” to “The tides”`, `Change the description and the picture of course “Tides”`. */
export function describeCourseUpdate({ courseTitle, changes }: CourseUpdateArgs): string {
  return describeEdit('course', courseTitle, changes);
}

export function describeModuleUpdate({ moduleTitle, changes }: ModuleUpdateArgs): string {
  return describeEdit('module', moduleTitle, changes);
}

export function describeLessonUpdate({ lessonTitle, changes }: LessonUpdateArgs): string {
  return describeEdit('lesson', lessonTitle, changes);
}

export function describeResourceCreate({ title, lessonTitle, captions }: ResourceCreateArgs): string {
  const what = captions === undefined ? 'resource' : 'captions';
  return `Add ${what} “${title}” to lesson “${lessonTitle}”`;
}

/** Never shows a code. */
export function describeCodesUpload({ courseTitle, codes }: CodesUploadArgs): string {
  const count = codes.length === 1 ? '1 activation code' : `${codes.length} activation codes`;
  return `Add ${count} to “${courseTitle}”`;
}

export function describeVideoAttach({ lessonTitle, fileName }: VideoAttachArgs): string {
  return `Upload “${fileName}” as the video of lesson “${lessonTitle}”`;
}

export function describeThumbnailAttach({ courseTitle, fileName }: ThumbnailAttachArgs): string {
  return `Upload “${fileName}” as the picture of course “${courseTitle}”`;
}

/** `Keep your version of lesson “Ebb” in the history`. */
export function describeKeepAside({ entity, entityTitle }: KeepAsideArgs): string {
  return `Keep your version of ${entity} “${entityTitle}” in the history`;
}

/** What people call a field of a course, module or lesson. */
export function nameField(field: string): string {
  return isField(field) ? fieldNames[field] : field;
}

type Changes = CourseFields | ModuleFields | LessonFields;

function describeEdit(what: string, title: string, changes: Changes): string {
  const fields = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([field]) => field);
  const [only] = fields;
  if (fields.length === 1 && only === 'position') return `Move ${what} “${title}”`;
  if (fields.length === 1 && only === 'title') return `Rename ${what} “${title}” to “${changes.title ?? ''}”`;
  return `Change ${joinWords(fields.map((field) => `the ${nameField(field)}`))} of ${what} “${title}”`;
}

/** `the title, the text and the place` */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function isField(field: string): field is keyof typeof fieldNames {
  return field in fieldNames;
}
