import { digestOf } from '#interchange/course-file/digest.ts';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { readChoices } from '#schema/quizzes/question-content.ts';
import { readForeign } from '../read-foreign.ts';

/** The tools of an importing side that stores nothing. */
const tools = {
  shrinkPicture: async <Picture>(picture: Picture) => picture,
  storePicture: async ({ bytes }: { readonly bytes: Uint8Array }) => digestOf(bytes),
  storeFile: async (bytes: Uint8Array) => digestOf(bytes),
  onProgress: () => undefined,
};

type Files = Parameters<typeof treeForTest>[0];

/** Reads files as an import does, and returns its lessons and questions in words. */
export async function importForTest(files: Files) {
  const { outline, report, digest, format } = await readForeign(treeForTest(files), 'Sea', tools);
  const lessons = outline.modules.flatMap((module) => module.lessons);
  const quizzes = lessons.flatMap((lesson) => lesson.quizzes ?? []);
  const lines = report.map(({ outcome, place, reason }) => `${outcome} ${place}: ${reason}`);
  return {
    ...{ format, digest, lessons, quizzes, lines },
    titles: lessons.map(({ title }) => title),
    questions: quizzes.flatMap((quiz) => quiz.questions.map(describeQuestion)),
  };
}

type Question = Parameters<typeof readChoices>[0] & {
  readonly kind: string;
  readonly key: string;
  readonly prompt: string;
  readonly points: number;
};

/** `one 1 <p>Which?</p> [A, B] {"right":["B"]}`, with the texts of choices instead of their ids. */
function describeQuestion(question: Question): string {
  const texts = new Map(readChoices(question).map(({ id, text }) => [id, text]));
  const key: unknown = JSON.parse(question.key, (name, value: unknown) => {
    if (name === 'ignoresAccents') return undefined;
    return typeof value === 'string' ? (texts.get(value) ?? value) : value;
  });
  const { kind, points, prompt } = question;
  return `${kind} ${points} ${prompt} [${[...texts.values()].join(', ')}] ${JSON.stringify(key)}`;
}
