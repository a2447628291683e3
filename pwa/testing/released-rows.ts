import type { Rows } from './released-stores.ts';
import { activationRow } from './rows.ts';

const at = '2026-11-21T08:00:00.000Z';

/** A learner's rows in the first released app: one course, a draft, `unsent` commands. */
function rowsOfVersion1(unsent: number): Rows {
  const course = { id: 'c1', title: 'One', description: '', instructor: 'Ines', thumbnail: null };
  const placed = { courseId: 'c1', position: 0, v: 1 };
  return {
    courses: [{ ...course, status: 'published', enrollmentCount: 1, keptAt: at, v: 1 }],
    modules: [{ id: 'm1', title: 'Module', description: '', ...placed }],
    lessons: [
      {
        ...{ id: 'l1', moduleId: 'm1', title: 'Lesson', description: '', duration: 5, type: 'text' },
        ...{ videoUrl: null, videoSizeBytes: null, ...placed },
      },
    ],
    lessonContents: [{ lessonId: 'l1', courseId: 'c1', content: '<p>Slack water</p>', v: 1 }],
    resources: [{ id: 'r1', lessonId: 'l1', title: 'Tables', type: 'pdf', url: '/media/1', ...placed }],
    progress: [
      {
        ...{ lessonId: 'l1', completedAt: at, completedUpdatedAt: at },
        ...{ positionSeconds: 9, positionUpdatedAt: at, v: 1 },
      },
    ],
    drafts: [{ id: 'support', value: { message: 'Half a sent' }, updatedAt: at, v: 1 }],
    downloads: [
      {
        ...{ fileId: 'f1', courseId: 'c1', lessonId: 'l1', kind: 'video', title: 'Film' },
        ...{ sizeBytes: 9, state: 'kept', checkedAt: at },
      },
    ],
    state: [{ key: 'birth', value: 'the-first-birth' }],
    outbox: Array.from({ length: unsent }, (_, index) => activationRow(index + 1, `course-${index}`)),
  };
}

/** Further rows of later versions, in the tables that they added. */
const added: readonly Rows[] = [
  {},
  {
    adminUsers: [{ id: 'u1', name: 'Bob', email: 'bob@example.org', role: 'user', place: 0, v: 1 }],
  },
  {
    uploads: [{ uploadId: 'up1', courseId: 'c1', lessonId: 'l1', kind: 'video', state: 'held', v: 1 }],
    uploadBytes: [{ uploadId: 'up1', bytes: new Uint8Array([1, 2, 3]) }],
  },
  {
    downloadPlans: [
      {
        courseId: 'c1',
        wants: { videos: true, documents: true, images: false },
        isPaused: true,
        updatedAt: at,
        v: 1,
      },
    ],
  },
];

/** The contents of a store of a version after some use. */
export function rowsOfVersion(version: number, unsent: number): Rows {
  return Object.assign({}, rowsOfVersion1(unsent), ...added.slice(0, version));
}
