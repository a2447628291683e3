import * as v from 'valibot';

/** `several`: partly right counts partly. `open`: the learner compares the answer with a model answer. */
export const QuestionKind = v.picklist(['one', 'several', 'text', 'number', 'match', 'order', 'open']);
export type QuestionKind = v.InferOutput<typeof QuestionKind>;

/** `practice` explains at once; its keys are on the device. The keys of a `test` stay on the server. It never changes. */
export const QuizUse = v.picklist(['practice', 'test']);
export type QuizUse = v.InferOutput<typeof QuizUse>;
