/** The modules of a device that edit, show and answer practice and tests. */
export const importQuizzes = async () => ({
  ...(await import('#pwa/sync/enqueue/quiz-commands.ts')),
  ...(await import('#pwa/sync/enqueue/record-answers.ts')),
  ...(await import('#pwa/sync/quizzes/own-attempts.ts')),
  ...(await import('#pwa/sync/quizzes/shown-quizzes.ts')),
});
