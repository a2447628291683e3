import * as v from 'valibot';
import { LessonType } from '#schema/courses/lesson-type.ts';
import { ResourceType } from '#schema/courses/resource.ts';
import { Id } from '#schema/id.ts';
import { URL_MAX_CHARACTERS } from '#schema/limits.ts';

const Text = v.pipe(v.string(), v.trim(), v.nonEmpty());

/** A path inside the course's own folder. */
const OwnPath = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_.-]+)*$|^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/),
  v.check((path) => !path.includes('..')),
);

const HttpsUrl = v.pipe(
  v.string(),
  v.maxLength(URL_MAX_CHARACTERS),
  v.check((url) => URL.canParse(url) && new URL(url).protocol === 'https:', 'must be an https address'),
);

const ResourceSource = v.union([
  v.strictObject({ id: Id, type: ResourceType, title: Text, file: OwnPath }),
  v.strictObject({ id: Id, type: ResourceType, title: Text, url: HttpsUrl }),
]);

const LessonSource = v.strictObject({
  id: Id,
  title: Text,
  description: v.string(),
  duration: v.pipe(v.number(), v.integer(), v.minValue(0)),
  type: LessonType,
  video: v.optional(OwnPath),
  content: OwnPath,
  resources: v.optional(v.array(ResourceSource), []),
  /** Practice and tests (quiz-source.ts). */
  questions: v.optional(OwnPath),
});

/** The file course.json in the folder of a course; paths are relative to the folder. */
export const CourseSource = v.strictObject({
  id: Id,
  title: Text,
  description: Text,
  instructor: Text,
  previewContent: v.string(),
  cover: v.optional(OwnPath),
  modules: v.array(
    v.strictObject({ id: Id, title: Text, description: v.string(), lessons: v.array(LessonSource) }),
  ),
});
export type CourseSource = v.InferOutput<typeof CourseSource>;

/** @param name what the text is, for the error. Throws SeedError. */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SeedError(`${name} is not valid JSON: ${String(error)}`);
  }
}

/** Thrown for an invalid course on disk; the message states where and why. */
export class SeedError extends Error {}
