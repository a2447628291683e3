import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Command, commandRequest, describeCommand } from './all-commands.ts';

const envelope = {
  id: '019aa000-0000-7000-8000-000000000001',
  userId: 'admin',
  version: 1,
  createdAt: '2026-11-21T08:00:00.000Z',
};
const seen = { courseId: 'tides', courseTitle: 'Tides', courseVersion: 7 };
const command = (kind: string, args: object) => v.parse(Command, { ...envelope, kind, args });

describe('a queued admin edit', () => {
  it('changes only the status, and only of the version that was seen', () => {
    const publish = command('course.setStatus', { ...seen, status: 'published' });
    expect(commandRequest(publish)).toMatchObject({
      path: '/api/admin/courses/tides',
      body: { status: 'published' },
      headers: { 'If-Match': '"7"' },
    });
    expect(describeCommand(publish)).toBe('Publish “Tides”');
  });

  it('distinguishes unpublishing from finishing, though both save the same status', () => {
    const args = { ...seen, status: 'unpublished' };
    const finish = command('course.setStatus', { ...args, isFinish: true });
    expect(describeCommand(command('course.setStatus', args))).toBe('Unpublish “Tides”');
    expect(describeCommand(finish)).toBe('Mark “Tides” as finished (status: unpublished)');
    expect(commandRequest(finish).body).toEqual({ status: 'unpublished' });
  });

  it('deletes a course without a body, and only the version that was seen', () => {
    const request = commandRequest(command('course.delete', seen));
    expect(request).toMatchObject({ path: '/api/admin/courses/tides', headers: { 'If-Match': '"7"' } });
    expect(request.endpoint.method).toBe('DELETE');
    expect(request.body).toBeUndefined();
  });

  it('changes the role of the user it names', () => {
    const role = command('user.setRole', { userId: 'bob', userName: 'Bob', role: 'admin' });
    expect(commandRequest(role)).toMatchObject({
      path: '/api/admin/users/bob/role',
      body: { role: 'admin' },
    });
    expect(describeCommand(role)).toBe('Make Bob an admin');
  });
});
