import { expect, it } from 'vitest';
import { backupForTest, readForTest } from './backup-for-test.ts';

/** A backup of one activity lists no section, and has neither the course nor its files. */
const backupOf = (kind: string, fields: Readonly<Record<string, string>>) => {
  const { 'course/course.xml': _, ...files } = backupForTest([
    { activities: [{ id: 7, kind, name: 'Ebb', fields }] },
  ]);
  const list = String(files['moodle_backup.xml']).replace(
    /<sections>.*<\/sections>/s,
    '<sections></sections>',
  );
  const inside = Object.entries(files).filter(([path]) => !path.startsWith('sections/'));
  return { ...Object.fromEntries(inside), 'moodle_backup.xml': list };
};

it('A backup of one activity of Moodle is a course of it, with a title', async () => {
  const { course } = await readForTest(backupOf('page', { content: '<p>Water.</p>' }));
  expect(course.title).toBe('Tides of old');
  expect(
    course.modules.map(({ title, lessons }) => [title, ...lessons.map((lesson) => lesson.title)]),
  ).toEqual([[expect.stringMatching(/\S/), 'Ebb']]);
});

it('A backup of one activity that Carrel does not have is refused', async () => {
  await expect(readForTest(backupOf('quiz', {}))).rejects.toMatchObject({ problem: 'nothing' });
});
