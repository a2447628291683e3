import type { CourseStatus } from '#schema/courses/course.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { LOW_CODES } from '#schema/limits.ts';
import type { FileRow } from '../db/tables.ts';
import type { PreparedCourse } from '../seed/prepare-course.ts';

interface FixtureOptions {
  readonly id?: string;
  readonly title?: string;
  readonly status?: CourseStatus;
  readonly lessonCount?: number;
  readonly lessonHtml?: string;
  readonly codes?: readonly string[];
  /** A video for the first lesson, which is also its resource. */
  readonly video?: FileRow;
}

/** A small course: `<id>-lesson-1` and so on in two modules, with the codes `<ID>-CODE-1` to 3. */
export function fixtureCourse(options: FixtureOptions = {}): PreparedCourse {
  const { id = 'tides', title = 'Reading the tides', status = 'published', lessonCount = 4 } = options;
  const { lessonHtml = '<h2>Slack water</h2><p>The hour in which nothing seems to move.</p>', video } =
    options;
  const lessons = Array.from({ length: lessonCount }, (_, i) => {
    const hasVideo = i === 0 && video !== undefined;
    return {
      ...lessonEntity.defaults,
      id: `${id}-lesson-${i + 1}`,
      title: `Lesson ${i + 1}`,
      description: `What lesson ${i + 1} is about`,
      duration: i + 1,
      type: hasVideo ? ('video' as const) : ('text' as const),
      content: lessonHtml,
      videoFileId: hasVideo ? video.id : null,
      resources: [
        {
          id: `${id}-lesson-${i + 1}-resource`,
          type: 'link' as const,
          title: 'The tables',
          url: `https://tides.example.org/${i + 1}`,
          fileId: null,
        },
      ],
    };
  });
  const half = Math.ceil(lessonCount / 2);
  const fields = { description: 'Moon, sun and sea', instructor: 'Ines Holm' };
  return {
    id,
    title,
    ...fields,
    previewContent: 'How to know when the water comes.',
    thumbnail: null,
    status,
    ...{ isTemplate: 0, publishAt: null, unpublishAt: null, lowCodesBelow: LOW_CODES, sharesFiles: 0 },
    modules: [
      { id: `${id}-module-1`, title: 'Ebb', description: '', lessons: lessons.slice(0, half) },
      { id: `${id}-module-2`, title: 'Flood', description: '', lessons: lessons.slice(half) },
    ],
    files: video === undefined ? [] : [video],
    codes: options.codes ?? [1, 2, 3].map((n) => `${id.toUpperCase()}-CODE-${n}`),
  };
}

/** The row of an uploaded video, without its bytes. */
export const fixtureVideo: FileRow = {
  id: '5a'.repeat(16),
  name: 'tide.mp4',
  contentType: 'video/mp4',
  sizeBytes: 20,
  digest: 'A'.repeat(43),
};
