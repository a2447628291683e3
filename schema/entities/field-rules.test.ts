import { expect, it } from 'vitest';
import { courseEntity } from './course-entity.ts';
import { isReadableField, isTextField } from './field-rules.ts';
import { lessonEntity, readableLessonRowFields } from './lesson-entity.ts';
import { moduleEntity } from './module-entity.ts';

const fields = new Set<string>(
  [courseEntity, moduleEntity, lessonEntity].flatMap(({ fieldNames }) => fieldNames),
);

it('the texts of a course are what its authors type', () => {
  const texts = ['content', 'description', 'instructor', 'previewContent', 'title'];
  expect([...fields].filter(isTextField).sort()).toEqual(texts);
});

it('every field is readable but places, the address of an image and the mark of a template', () => {
  expect([...fields].filter((field) => !isReadableField(field)).sort()).toEqual([
    'isTemplate',
    'moduleId',
    'position',
    'thumbnail',
  ]);
  expect(readableLessonRowFields).toEqual(['title', 'description', 'duration', 'type', 'videoUrl']);
});

it('what is in no entity is neither a text nor readable', () => {
  for (const other of ['version', 'courseId', 'activationCode']) {
    expect(isTextField(other)).toBe(false);
    expect(isReadableField(other)).toBe(false);
  }
});
