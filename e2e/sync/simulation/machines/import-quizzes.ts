/** The modules of a device that edit, show, answer and grade practice and tests, and give learners their course. */
export const importQuizzes = async () => ({
  ...(await import('#pwa/sync/enqueue/grade-commands.ts')),
  ...(await import('#pwa/sync/enqueue/person-commands.ts')),
  ...(await import('#pwa/sync/enqueue/quiz-commands.ts')),
  ...(await import('#pwa/sync/enqueue/record-answers.ts')),
  ...(await import('#pwa/sync/quizzes/own-attempts.ts')),
  ...(await import('#pwa/sync/quizzes/shown-quizzes.ts')),
});
