import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Command, commandRequest, describeCommand } from './commands.ts';

const envelope = {
  id: '019aa000-0000-7000-8000-000000000001',
  userId: 'alice',
  version: 1,
  createdAt: '2026-11-21T08:00:00.000Z',
};
const activation = v.parse(Command, {
  ...envelope,
  kind: 'course.activate',
  args: { courseId: 'course-1', courseTitle: 'Offline-first web apps', activationCode: 'SECRET-CODE' },
});
const progress = v.parse(Command, {
  ...envelope,
  kind: 'progress.save',
  args: { entries: [{ lessonId: 'lesson-1', positionSeconds: 3, updatedAt: envelope.createdAt }] },
});

describe('a queued command', () => {
  it('replays to the endpoint of its kind, with nothing in the body that the endpoint did not ask for', () => {
    expect(commandRequest(activation)).toMatchObject({
      path: '/api/courses/course-1/activate',
      body: { activationCode: 'SECRET-CODE' },
    });
    expect(commandRequest(progress)).toMatchObject({ path: '/api/progress', body: progress.args });
  });

  it('is a sentence to people, and never shows a code', () => {
    expect(describeCommand(activation)).toBe('Unlock “Offline-first web apps”');
    expect(describeCommand(progress)).toBe('Save your progress in 1 lesson');
  });

  it('is refused when its kind is unknown or its id is no UUID', () => {
    expect(v.safeParse(Command, { ...activation, kind: 'course.burn' }).success).toBe(false);
    expect(v.safeParse(Command, { ...activation, id: 'x' }).success).toBe(false);
  });
});
