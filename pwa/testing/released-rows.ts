import type { Rows } from './released-stores.ts';
import { activationRow } from './rows.ts';

const at = '2026-11-21T08:00:00.000Z';
const placed = { courseId: 'c1', position: 'a0', v: 1 };
const course = { id: 'c1', title: 'One', description: '', instructor: 'Ines', thumbnail: null };
const lesson = { id: 'l1', title: 'Lesson', description: '', duration: 5, type: 'text', videoUrl: null };

const learnersRows: Rows = {
  courses: [{ ...course, status: 'published', enrollmentCount: 1, keptAt: at, v: 1 }],
  modules: [{ id: 'm1', title: 'Module', description: '', ...placed }],
  lessons: [{ ...lesson, moduleId: 'm1', videoSizeBytes: null, ...placed }],
  lessonContents: [{ lessonId: 'l1', courseId: 'c1', content: '<p>Slack water</p>', v: 1 }],
  resources: [{ id: 'r1', lessonId: 'l1', title: 'Tables', type: 'pdf', url: '/media/1', ...placed }],
  quizzes: [
    {
      ...{ id: 'z1', lessonId: 'l1', use: 'practice', title: 'Which tide?', version: 1, ...placed },
      ...{ passPercent: 60, attemptsMax: null, scoreRule: 'best', isShuffled: 0 },
      ...{ release: 'answers', isRequired: 0 },
    },
  ],
  questions: [
    {
      ...{ id: 'q1', quizId: 'z1', kind: 'one', prompt: '<p>What?</p>', version: 1, points: 1, ...placed },
      ...{ choices: '[{"id":"a","text":"Ebb"}]', key: '{"right":["a"]}', explanation: '' },
    },
  ],
  attempts: [
    {
      ...{ id: 'a1', quizId: 'z1', startedAt: at, submittedAt: null, score: 1, maxScore: 1, isPassed: true },
      ...{ handedInAt: null, isOverLimit: false, earlierScore: null, regradedAt: null },
      ...{ answers: [{ questionId: 'q1', version: 1, answer: 'a', answeredAt: at }], v: 1 },
    },
  ],
  progress: [
    {
      ...{ lessonId: 'l1', completedAt: at, completedUpdatedAt: at },
      ...{ positionSeconds: 9, positionUpdatedAt: at, v: 1 },
    },
  ],
  drafts: [{ id: 'support', value: { message: 'Half a sent' }, updatedAt: at, v: 1 }],
  downloads: [
    {
      ...{ fileId: 'f1', courseId: 'c1', lessonId: 'l1', kind: 'video', want: 'videos', title: 'Film' },
      ...{ sizeBytes: 9, state: 'kept', checkedAt: at },
    },
  ],
  downloadPlans: [
    {
      ...{ courseId: 'c1', wants: { videos: true, documents: true, images: false } },
      ...{ isPaused: true, updatedAt: at, v: 1 },
    },
  ],
  searchIndexes: [{ courseId: 'c1', fingerprint: 'of the first', index: {}, v: 1 }],
  state: [{ key: 'birth', value: 'the-first-birth' }],
};

const adminsRows: Rows = {
  adminCourses: [{ ...course, modules: [], version: 1, position: 'a0', v: 1 }],
  adminUsers: [{ id: 'u1', name: 'Bob', email: 'bob@example.org', role: 'user', place: 0, v: 1 }],
  adminRequests: [{ id: 'q1', name: 'Bob', email: 'bob@example.org', message: 'Help', place: 0, v: 1 }],
  adminCodes: [{ courseId: 'c1', codes: ['CODE-1'], v: 1 }],
  deletedSnapshots: [{ id: 'm2', courseId: 'c2', data: { title: 'Gone' }, v: 1 }],
  adminCodeBatches: [{ id: 'b1', courseId: 'c1', name: 'Shop', redrawn: [], codesFetchedAt: at, v: 1 }],
  adminBatchCodes: [{ id: 'k1', batchId: 'b1', code: 'CODE-1', place: 0, v: 1 }],
  uploads: [{ uploadId: 'up1', courseId: 'c1', lessonId: 'l1', kind: 'video', state: 'held', v: 1 }],
  importTexts: [{ lessonId: 'l2', courseId: 'c2', content: '<p>Ebb</p>', v: 1 }],
  uploadBytes: [{ uploadId: 'up1', bytes: new Uint8Array([1, 2, 3]) }],
};

/** Further rows of later versions, in the tables that they added. */
const added: readonly Rows[] = [{}];

/** The contents of a store of a version after some use, with `unsent` commands. */
export function rowsOfVersion(version: number, unsent: number): Rows {
  const outbox = Array.from({ length: unsent }, (_, index) => activationRow(index + 1, `course-${index}`));
  return Object.assign({}, learnersRows, adminsRows, { outbox }, ...added.slice(0, version));
}
