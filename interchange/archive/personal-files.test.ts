import { expect, it } from 'vitest';
import { isNeverRead } from './personal-files.ts';

it.each([
  'users.xml',
  'Users.XML',
  'course/enrolments.xml',
  'course/loglastaccess.xml',
  'course/completiondefaults.xml',
  'activities/quiz_4/grades.xml',
  'activities/assign_4/grading.xml',
  'activities/forum_5/logs.xml',
  'moodle_backup.log',
])('the file %s of a backup is never read', (path) => {
  expect(isNeverRead(path)).toBe(true);
});

it.each(['moodle_backup.xml', 'course/course.xml', 'activities/page_4/page.xml', 'files/aa/aabb'])(
  'the file %s of a backup can be read',
  (path) => {
    expect(isNeverRead(path)).toBe(false);
  },
);
