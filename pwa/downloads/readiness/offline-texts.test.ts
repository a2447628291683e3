import { expect, it } from 'vitest';
import { putOfflineCourse } from '#pwa/store/offline/put-offline-course.ts';
import { courseOf, lessonOf } from '#pwa/testing/courses.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { readOfflineTexts } from './offline-texts.ts';

it('a text counts as stored when it is here and is a string', async () => {
  await resetDevice();
  const store = signInAs(alice);
  const keptAt = '2026-11-21T08:00:00.000Z';
  const image = '<img src="https://pics.example/a.png">';
  const lessons = [
    lessonOf('l1', { content: image }),
    lessonOf('l2'),
    lessonOf('l3'),
    lessonOf('l4', { content: '<p>&nbsp;</p>' }),
  ];
  await putOfflineCourse(store, courseOf('c1', [lessons]), { keptAt });
  await putOfflineCourse(store, courseOf('c2', [[lessonOf('other')]]), { keptAt });
  await store.database.lessonContents.delete('l2');
  const damaged: object = { lessonId: 'l3', courseId: 'c1', v: FORMAT_VERSION, content: null };
  await store.database.lessonContents.put(Object.assign(Object.create(null), damaged));
  expect(await readOfflineTexts(store, 'c1')).toEqual(
    new Map([
      ['l1', { images: ['https://pics.example/a.png'], isEmpty: false }],
      ['l4', { images: [], isEmpty: true }],
    ]),
  );
  expect([...(await readOfflineTexts(store, null)).keys()]).toEqual(['l1', 'l4', 'other']);
});
