import * as v from 'valibot';
import { Id } from './id.ts';
import { Lesson, LessonOutline } from './lesson.ts';

const moduleFields = { id: Id, title: v.string(), description: v.string() };

export const ModuleOutline = v.object({ ...moduleFields, lessons: v.array(LessonOutline) });
export type ModuleOutline = v.InferOutput<typeof ModuleOutline>;

export const Module = v.object({ ...moduleFields, lessons: v.array(Lesson) });
export type Module = v.InferOutput<typeof Module>;
