import * as v from 'valibot';
import { LessonType } from '../courses/lesson-type.ts';
import { Id } from '../id.ts';
import { defineEntity, type FieldsOf } from './entity.ts';

/**
 * `content` is HTML, `duration` in whole minutes, `position` a fractional key among the lessons of the module.
 * `moduleId` is optional, because rows and edits that devices stored earlier lack it.
 */
export const lessonEntity = defineEntity(
  'lesson',
  {
    title: v.string(),
    description: v.string(),
    content: v.string(),
    duration: v.number(),
    type: LessonType,
    videoUrl: v.nullable(v.string()),
    position: v.string(),
    moduleId: v.optional(Id),
  },
  {
    title: { label: 'title', merge: 'ask', input: 'text', max: 300 },
    description: { label: 'description', merge: 'ask', input: 'text', max: 20_000 },
    content: { label: 'text', merge: 'blocks', input: 'text', max: 1024 * 1024 },
    duration: { label: 'duration', merge: 'ask', input: 'value', max: 100_000 },
    type: { label: 'type', merge: 'ask', input: 'value' },
    videoUrl: { label: 'video', merge: 'ask', input: 'value' },
    position: { label: 'place', merge: 'mine', input: null },
    moduleId: { label: 'module', merge: 'mine', input: null },
  },
  { description: '', content: '', duration: 0, type: 'video', videoUrl: null },
);

export const LessonFields = lessonEntity.changes;
export type LessonFields = v.InferOutput<typeof LessonFields>;

/** The fields of a lesson's row. Its HTML is stored separately, on the server and on devices. */
export type LessonRowFields = Omit<FieldsOf<typeof lessonEntity>, 'content'>;
const isRowField = (name: keyof FieldsOf<typeof lessonEntity>): name is keyof LessonRowFields =>
  name !== 'content';
export const lessonRowFields = lessonEntity.fieldNames.filter(isRowField);
/** The fields that users enter and read, so without the position and the module. */
export const readableLessonRowFields = lessonRowFields.filter(
  (name): name is Exclude<typeof name, 'position' | 'moduleId'> =>
    lessonEntity.fieldRules[name].input !== null,
);
/** The fields of a lesson that is nested in its module. */
export const nestedLessonFields = lessonRowFields.filter(
  (name): name is Exclude<typeof name, 'moduleId'> => name !== 'moduleId',
);
const { content: _content, ...rowDefaults } = lessonEntity.defaults;
export const lessonRowDefaults = rowDefaults;
