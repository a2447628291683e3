import type { Mutant } from './mutant.ts';

const KEYS = 'e2e/sync/learner/test-keys.test.ts > the keys of a test with 30 questions';

/** Mutants of questions, of answers and of how they are graded. */
export const quizMutants = {
  'an answer is graded by the newest version of its question': {
    file: 'schema/quizzes/grading.ts',
    in: 'gradeAttempt',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    was: 'known.get(`${questionId} ${version}`)',
    is: 'asked.get(questionId)',
    noticedBy:
      'sync-server/quizzes/quizzes.test.ts > an attempt > is graded by the version that the learner saw, also when the question is gone',
  },
  'attempts are graded by a corrected key without a regrade': {
    file: 'sync-server/quizzes/grading-keys.ts',
    in: 'keysFor',
    was: 'if (mode === null) return { id, asked: version, keys: counting };',
    is: '',
    noticedBy:
      'sync-server/quizzes/quizzes.test.ts > an attempt > of a test is graded by the version that was seen, although its key changed before it was handed in',
  },
  'a regrade that only raises forgets the earlier key': {
    file: 'sync-server/quizzes/grading-keys.ts',
    in: 'keysFor',
    was: "mode === 'raise' ? inOrder([...counting, newest]) : [newest]",
    is: '[newest]',
    noticedBy:
      'sync-server/quizzes/regrade.test.ts > a test whose key was corrected > raises scores and lowers none, and says what changed only where it did',
  },
  'an answer after the test was handed in replaces the one before': {
    file: 'schema/quizzes/grading.ts',
    in: 'answersThatCount',
    was: "if (use === 'test' && Date.parse(answer.answeredAt) > handedIn) continue;",
    is: '',
    noticedBy:
      'schema/quizzes/grading.test.ts > an attempt > of a test counts the last answer before it was handed in',
  },
  'the key of a test is in the pages of learners': {
    file: 'schema/quizzes/quiz.ts',
    was: "use === 'test' ? { key: '', explanation: '' } : {}",
    is: '{}',
    noticedBy: `${KEYS} > are in no reply that a learner can get, of all calls`,
  },
  'the explanations of a test are stored on the devices of learners': {
    file: 'schema/quizzes/quiz.ts',
    was: "{ key: '', explanation: '' }",
    is: "{ key: '' }",
    noticedBy: `${KEYS} > are in no database of a learner’s device, nor in its search index and its file of unsent work`,
  },
  'learners receive choices in the order of their author': {
    file: 'schema/quizzes/quiz.ts',
    was: 'readChoices(question).sort((one, other) => (one.id < other.id ? -1 : 1))',
    is: 'readChoices(question)',
    noticedBy: `${KEYS} > cannot be read from the order of the choices`,
  },
  'the clock of the last device decides when a test was handed in': {
    file: 'schema/quizzes/attempt.ts',
    in: 'uniteAttempts',
    was: 'known.submittedAt ?? added.submittedAt',
    is: 'added.submittedAt ?? known.submittedAt',
    noticedBy:
      'sync-server/quizzes/quizzes.test.ts > an attempt > of a test is graded when it is handed in, which happens once',
  },
  'answers that arrive later replace those of the server': {
    file: 'schema/quizzes/attempt.ts',
    in: 'uniteAttempts',
    was: '[...known.answers]',
    is: '[]',
    noticedBy:
      'e2e/sync/learner/attempts.test.ts > answers on a device > of two devices are united, on the server and on both',
  },
  'an attempt over the limit is refused': {
    file: 'sync-server/quizzes/attempt-queries.ts',
    in: 'saveAnswers',
    was: 'if (isFirst) row.isOverLimit = await isOverLimit(trx, { userId, quiz });',
    is: "if (isFirst && (await isOverLimit(trx, { userId, quiz })) === 1) throw new ApiError('quiz_not_found');",
    noticedBy:
      'sync-server/quizzes/over-limit.test.ts > an attempt over the limit of its test > is stored, graded and marked, in the order in which the server gets it, also from two devices',
  },
  'attempts over the limit count': {
    file: 'sync-server/quizzes/attempt-queries.ts',
    in: 'isOverLimit',
    was: 'Number(used) < attemptsMax ? 0 : 1',
    is: '0',
    noticedIn: 'hasQuizzes',
  },
  'a regrade changes no score': {
    file: 'sync-server/quizzes/regrade-queries.ts',
    in: 'regradeRows',
    was: 'await updateScores(trx, changed);',
    is: '',
    noticedIn: 'hasQuizzes',
  },
  'an attempt that is graded again by the same keys has two grades': {
    file: 'sync-server/quizzes/grading-keys.ts',
    in: 'printKeys',
    was: "createHash('sha256').update(versions).digest('base64url')",
    is: 'String(Math.random())',
    noticedBy:
      'sync-server/quizzes/regrade.test.ts > a test whose key was corrected > twice is as once: grades are added, once for each keys, and never changed',
  },
} as const satisfies Record<string, Mutant>;
