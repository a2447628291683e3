import * as v from 'valibot';

export const LessonType = v.picklist(['video', 'text']);
export type LessonType = v.InferOutput<typeof LessonType>;
