import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeDownloadSettings } from '#pwa/downloads/plans/download-settings.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { findPlan } from '#pwa/store/offline/download-plans.ts';
import { putDownload } from '#pwa/store/offline/downloads.ts';
import { putOfflineCourse } from '#pwa/store/offline/put-offline-course.ts';
import { courseOf, lessonOf } from '#pwa/testing/courses.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { repairCourse } from './repair-course.ts';

const at = '2026-11-21T08:00:00.000Z';
const fileId = (digit: string) => digit.repeat(32);
const signed = (digit: string) => `/media/${fileId(digit)}?expires=1&signature=x`;
const sheet = { id: 'r1', type: 'pdf', title: 'Sheet', url: signed('b'), sizeBytes: 20 } as const;
const course = courseOf('c1', [
  [lessonOf('l1', { videoUrl: signed('a'), videoSizeBytes: 10, resources: [sheet] })],
]);

let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  await putOfflineCourse(store, course, { keptAt: at });
  vi.stubGlobal('fetch', async () => Response.json({ course }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const putFile = (digit: string, kind: 'video' | 'resource', state: 'kept' | 'missing') =>
  putDownload(store, {
    ...{ fileId: fileId(digit), courseId: 'c1', lessonId: 'l1', kind, state, checkedAt: at },
    ...{ want: kind === 'video' ? 'videos' : 'documents', title: '', sizeBytes: kind === 'video' ? 10 : 20 },
  });

it('repairing what is wanted already adds no plan', async () => {
  await putFile('a', 'video', 'missing');
  await repairCourse('c1');
  expect(await findPlan(store, 'c1')).toBeNull();
});

it('repairing adds missing kinds of media to the plan, and what is here stays wanted', async () => {
  changeDownloadSettings({ savesData: true });
  await putFile('a', 'video', 'missing');
  await putFile('b', 'resource', 'kept');
  await repairCourse('c1');
  expect(await findPlan(store, 'c1')).toMatchObject({
    wants: { videos: true, documents: true, images: false },
    isPaused: false,
  });
});
