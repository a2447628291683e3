/** The tables that a version adds, with their keys and indexes as Dexie writes them. */
export type AddedTables = Readonly<Record<string, string>>;

/**
 * The versions of a user's store, from the first on. A released one is never changed, and they only ever add: an older
 * tab may reopen a database that a newer one has upgraded. Tests of upgrades add a made-up next one.
 */
export const storeVersions: AddedTables[] = [
  {
    courses: 'id',
    modules: 'id, courseId',
    lessons: 'id, courseId, moduleId',
    lessonContents: 'lessonId, courseId',
    resources: 'id, courseId, lessonId',
    quizzes: 'id, lessonId, courseId',
    questions: 'id, quizId, courseId',
    attempts: 'id, quizId',
    progress: 'lessonId',
    drafts: 'id',
    // Only acknowledged rows have `acknowledgedAt`, `textBytes` and `ackSequence`, so each index contains only them. An
    // edit is merged with those of its lesson and its Save Course, and a screen shows those of its kinds: they are found
    // without reading the queue.
    outbox:
      '++order, &id, state, acknowledgedAt, textBytes, groupId, ackSequence, [command.args.lessonId+state], [command.kind+state]',
    downloads: 'fileId, courseId',
    state: 'key',
    adminCourses: 'id',
    adminUsers: 'id, place',
    adminRequests: 'id, place',
    adminCodes: 'courseId',
    deletedSnapshots: 'id, courseId',
    adminCodeBatches: 'id',
    adminBatchCodes: 'id, [batchId+place]',
    uploads: 'uploadId, courseId',
    uploadBytes: 'uploadId',
    importTexts: 'lessonId, courseId',
    downloadPlans: 'courseId',
    searchIndexes: 'courseId',
  },
];
