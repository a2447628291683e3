import { expect, it } from 'vitest';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { findTimeProblems, fromLocalTime, toLocalTime, withStatus } from './schedule-model.ts';

const NOW = Date.parse('2026-11-26T12:00:00.000Z');
const PAST = '2026-11-26T11:59:00.000Z';
const SOON = '2026-12-03T08:00:00.000Z';
const LATER = '2026-12-04T08:00:00.000Z';
const plain = { status: 'unpublished', isTemplate: 0, publishAt: null, unpublishAt: null } as const;

it.each([SOON, '0026-12-03T08:00:00.000Z', '2031-07-01T00:30:00.000Z'])(
  '%s is the same after editing',
  (at) => {
    expect(fromLocalTime(toLocalTime(at))).toBe(at);
  },
);

it('an empty field, or half a time, is none', () => {
  expect([toLocalTime(null), fromLocalTime(''), fromLocalTime('2026-')]).toEqual(['', null, null]);
});

it('a time that is typed may not have passed; one that was saved may', () => {
  const problems = findTimeProblems({ ...plain, publishAt: PAST, unpublishAt: LATER }, plain, NOW);
  expect(problems).toEqual({ publishAt: adminMessages.schedulePast, unpublishAt: null });
  const saved = { ...plain, publishAt: PAST };
  expect(findTimeProblems(saved, saved, NOW)).toEqual({ publishAt: null, unpublishAt: null });
});

it('a course is unpublished after it is published', () => {
  const problems = findTimeProblems({ ...plain, publishAt: LATER, unpublishAt: SOON }, plain, NOW);
  expect(problems).toEqual({ publishAt: null, unpublishAt: adminMessages.scheduleOrder });
});

it('a status by hand removes its own time, also an unsaved one', () => {
  const course = { ...plain, publishAt: SOON, unpublishAt: LATER };
  expect(withStatus(course, plain, 'published')).toEqual({ ...course, status: 'published', publishAt: null });
  expect(withStatus(course, plain, 'unpublished')).toEqual(course);
  const published = { ...plain, status: 'published', unpublishAt: LATER } as const;
  expect(withStatus(published, published, 'unpublished')).toEqual(plain);
});
