import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Command, commandRequest, describeCommand } from './all-commands.ts';

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
const profile = (args: object) => v.parse(Command, { ...envelope, kind: 'profile.update', args });
const support = v.parse(Command, {
  ...envelope,
  kind: 'support.request',
  args: { name: 'Alice', email: 'Alice@example.org', subject: 'access', message: `Help.\n${'x'.repeat(80)}` },
});

describe('a queued command', () => {
  it('replays to the endpoint of its kind, with only the fields of the endpoint in the body', () => {
    expect(commandRequest(activation)).toMatchObject({
      path: '/api/courses/course-1/activate',
      body: { activationCode: 'SECRET-CODE' },
    });
    expect(commandRequest(progress)).toMatchObject({ path: '/api/progress', body: progress.args });
  });

  it('that changes a profile targets its own user and contains only the changed fields', () => {
    expect(commandRequest(profile({ name: ' Alice ', role: 'admin' }))).toMatchObject({
      path: '/api/users/alice',
      body: { name: 'Alice' },
    });
    expect(commandRequest(profile({ name: 'Alice', role: 'admin' })).body).toEqual({ name: 'Alice' });
  });

  it('that asks support sends its own id as the request’s id, so a repeat is the same request', () => {
    expect(commandRequest(support)).toMatchObject({
      path: '/api/support',
      body: { id: envelope.id, email: 'alice@example.org', subject: 'access' },
    });
  });

  it('describes a profile change or a question, without the bytes of a picture', () => {
    const avatar = 'data:image/jpeg;base64,AAAA';
    expect(describeCommand(profile({ name: 'Al' }))).toBe('Change your name to “Al”');
    expect(describeCommand(profile({ avatar }))).toBe('Change your picture');
    expect(describeCommand(profile({ avatar: null }))).toBe('Remove your picture');
    expect(describeCommand(profile({ name: 'Al', avatar }))).toBe(
      'Change your name to “Al” and change your picture',
    );
    expect(describeCommand(support)).toBe(`Contact support: “Help. ${'x'.repeat(54)}…”`);
  });

  it('has a user-facing sentence that never shows a code', () => {
    expect(describeCommand(activation)).toBe('Unlock “Offline-first web apps”');
    expect(describeCommand(progress)).toBe('Save your progress in 1 lesson');
  });

  it('is rejected when its kind is unknown or its id is no UUID', () => {
    expect(v.safeParse(Command, { ...activation, kind: 'course.burn' }).success).toBe(false);
    expect(v.safeParse(Command, { ...activation, id: 'x' }).success).toBe(false);
  });
});
