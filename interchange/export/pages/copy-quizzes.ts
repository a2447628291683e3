import { lessonPlace } from '#interchange/course-file/course-file.ts';
import { filePictureAddress, findEmbeddedPicture } from '#interchange/course-file/embedded-pictures.ts';
import { findLinkedLesson, placeAddress, replaceAddresses } from '#interchange/course-file/lesson-links.ts';
import type { PlainCourse, SourceCourse } from '#interchange/course-file/plain-course.ts';
import { byPosition } from '#schema/courses/position.ts';
import { type Question, type Quiz, questionForLearners } from '#schema/quizzes/quiz.ts';

/** A quiz as pages show it. The questions of a test have neither keys nor explanations. */
export interface CopiedQuiz extends Pick<Quiz, 'use' | 'title'> {
  readonly questions: readonly CopiedQuestion[];
}

export type CopiedQuestion = Pick<Question, 'kind' | 'prompt' | 'choices' | 'key' | 'explanation'>;

/** The rows of the quizzes and questions of a course, in any order. */
export interface QuizRows {
  readonly quizzes?: readonly Quiz[];
  readonly questions?: readonly Question[];
}

/**
 * Adds the quizzes of the lessons to a course, by the places of the lessons: without ids, with the links of their prompts
 * as places and their pictures among those of the course.
 */
export function withQuizzes(
  plain: PlainCourse,
  source: Pick<SourceCourse, 'id' | 'modules'>,
  { quizzes = [], questions = [] }: QuizRows,
): PlainCourse & { readonly quizzes: ReadonlyMap<string, readonly CopiedQuiz[]> } {
  const files = { ...plain.outline.files };
  const pictures = new Map(plain.pictures);
  const lessons = source.modules.flatMap((module, m) =>
    module.lessons.map(({ id }, l) => ({ id, place: lessonPlace(m + 1, l + 1) })),
  );
  const places = new Map(lessons.map(({ id, place }) => [id, place]));
  const replace = (address: string): string | null => {
    const linked = findLinkedLesson(address);
    const target = linked?.courseId === source.id ? places.get(linked.lessonId) : undefined;
    if (target !== undefined) return placeAddress(target);
    const picture = findEmbeddedPicture(address);
    if (picture === null || (files[picture.digest]?.type ?? picture.type) !== picture.type) return null;
    const { digest, type, bytes } = picture;
    files[digest] = { type, sizeBytes: bytes.length };
    pictures.set(digest, bytes);
    return filePictureAddress(digest);
  };
  const copy = ({ id, use, title }: Quiz): CopiedQuiz => {
    const own = questions.filter(({ quizId }) => quizId === id).toSorted(byPosition);
    const copied = own.map((question) => {
      const { kind, prompt, choices, key, explanation } = questionForLearners(question, use);
      return { kind, prompt: replaceAddresses(prompt, replace), choices, key, explanation };
    });
    return { use, title, questions: copied };
  };
  const byPlace = lessons.map(({ id, place }) => {
    const own = quizzes.filter(({ lessonId }) => lessonId === id).toSorted(byPosition);
    return [place, own.map(copy)] as const;
  });
  const filled = byPlace.filter(([, own]) => own.length > 0);
  return { ...plain, outline: { ...plain.outline, files }, pictures, quizzes: new Map(filled) };
}
