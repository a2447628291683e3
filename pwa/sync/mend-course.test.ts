import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeDownloadSettings } from '../downloads/download-settings.ts';
import { findPlan } from '../store/download-plans.ts';
import { putDownload } from '../store/downloads.ts';
import { putKeptCourse } from '../store/keep-course.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { courseOf, lessonOf } from '../testing/courses.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { alice } from '../testing/people.ts';
import { mendCourse } from './mend-course.ts';

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
  await putKeptCourse(store, course, { keptAt: at });
  vi.stubGlobal('fetch', async () => Response.json({ course }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const put = (digit: string, kind: 'video' | 'resource', state: 'kept' | 'missing') =>
  putDownload(store, {
    ...{ fileId: fileId(digit), courseId: 'c1', lessonId: 'l1', kind, state, checkedAt: at },
    ...{ title: '', sizeBytes: kind === 'video' ? 10 : 20 },
  });

it('repairing what is wanted already adds no plan', async () => {
  await put('a', 'video', 'missing');
  await mendCourse('c1');
  expect(await findPlan(store, 'c1')).toBeNull();
});

it('repairing adds missing kinds of media to the plan, and what is here stays wanted', async () => {
  changeDownloadSettings({ savesData: true });
  await put('a', 'video', 'missing');
  await put('b', 'resource', 'kept');
  await mendCourse('c1');
  expect(await findPlan(store, 'c1')).toMatchObject({
    wants: { videos: true, documents: true, images: false },
    isPaused: false,
  });
});
