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
 *
 * @param pause called after each question, because a prompt with pictures takes a while
 */
export async function withQuizzes(
  plain: PlainCourse,
  source: Pick<SourceCourse, 'id' | 'modules'>,
  { quizzes = [], questions = [] }: QuizRows,
  pause: () => Promise<void> = async () => undefined,
): Promise<PlainCourse & { readonly quizzes: ReadonlyMap<string, readonly CopiedQuiz[]> }> {
  const files = { ...plain.outline.files };
  const pictures = new Map(plain.pictures);
  const places = placesOf(source);
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
  const copied = new Map<string, CopiedQuiz[]>();
  for (const { id: quizId, lessonId, use, title } of quizzes.toSorted(byPosition)) {
    const place = places.get(lessonId);
    if (place === undefined) continue;
    const own: CopiedQuestion[] = [];
    for (const row of questions.filter((one) => one.quizId === quizId).sort(byPosition)) {
      const { kind, prompt, choices, key, explanation } = questionForLearners(row, use);
      own.push({ kind, prompt: replaceAddresses(prompt, replace), choices, key, explanation });
      await pause();
    }
    copied.set(place, [...(copied.get(place) ?? []), { use, title, questions: own }]);
  }
  return { ...plain, outline: { ...plain.outline, files }, pictures, quizzes: copied };
}

/** The places of the lessons by their ids. */
const placesOf = ({ modules }: Pick<SourceCourse, 'modules'>): Map<string, string> =>
  new Map(modules.flatMap(({ lessons }, m) => lessons.map(({ id }, l) => [id, lessonPlace(m + 1, l + 1)])));
