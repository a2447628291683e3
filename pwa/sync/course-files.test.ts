import { describe, expect, it } from 'vitest';
import { putDownload } from '../store/downloads.ts';
import { putKeptCourse } from '../store/keep-course.ts';
import { courseOf, lessonOf } from '../testing/courses.ts';
import { resetDevice, signInAs } from '../testing/device.ts';
import { alice } from '../testing/people.ts';
import { filesOf, listCoursesLackingFiles } from './course-files.ts';

const fileId = (digit: string) => digit.repeat(32);
const signed = (digit: string) => `/media/${fileId(digit)}?expires=1&signature=x`;

describe('the files of a course', () => {
  it('are its own videos and resources, and nothing of other hosts', () => {
    const foreign = {
      id: 'r1',
      type: 'link',
      title: 'Elsewhere',
      url: 'https://example.org/a.pdf',
      sizeBytes: null,
    } as const;
    const own = { id: 'r2', type: 'pdf', title: 'Notes', url: signed('b'), sizeBytes: 20 } as const;
    const course = courseOf('c1', [
      [lessonOf('l1', { videoUrl: signed('a'), videoSizeBytes: 10, resources: [foreign, own] })],
      [lessonOf('l2', { videoUrl: 'https://youtu.be/x', videoSizeBytes: null })],
    ]);
    const from = { courseId: 'c1', lessonId: 'l1' };
    expect(filesOf(course)).toEqual([
      { ...from, kind: 'video', title: 'Title of l1', url: signed('a'), fileId: fileId('a'), sizeBytes: 10 },
      { ...from, kind: 'resource', title: 'Notes', url: signed('b'), fileId: fileId('b'), sizeBytes: 20 },
    ]);
  });
});

it('a kept course whose page went away before its files were here is asked for again', async () => {
  await resetDevice();
  const store = signInAs(alice);
  const film = { videoUrl: signed('a'), videoSizeBytes: 10 };
  const large = { videoUrl: signed('b'), videoSizeBytes: 6 * 1024 * 1024 };
  const keptAt = '2026-11-21T08:00:00.000Z';
  await putKeptCourse(store, courseOf('c1', [[lessonOf('l1', film)]]), { keptAt });
  await putKeptCourse(store, courseOf('c2', [[lessonOf('l2', large)]]), { keptAt });
  expect(await listCoursesLackingFiles(store)).toEqual(['c1']);
  const row = { courseId: 'c1', lessonId: 'l1', kind: 'video', title: 'Film', sizeBytes: 10 } as const;
  await putDownload(store, { ...row, fileId: fileId('a'), state: 'missing', checkedAt: keptAt });
  expect(await listCoursesLackingFiles(store)).toEqual(['c1']);
  await putDownload(store, { ...row, fileId: fileId('a'), state: 'kept', checkedAt: keptAt });
  expect(await listCoursesLackingFiles(store)).toEqual([]);
});
