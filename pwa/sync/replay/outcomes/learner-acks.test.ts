import { beforeEach, describe, expect, it } from 'vitest';
import { readConfirmedUser, writeKnownUser } from '#pwa/store/database/known-user.ts';
import { response } from '#pwa/testing/api-responses.ts';
import { editorRow } from '#pwa/testing/edits.ts';
import { alice } from '#pwa/testing/people.ts';
import { unlockCourses } from './learner-acks.ts';

const { command } = editorRow(1, {
  kind: 'course.activate',
  args: { courseId: 'tides', courseTitle: 'Tides', activationCode: 'TIDES-1' },
});
const reply = { status: 200, output: { activatedCourses: ['tides'] } };

beforeEach(() => writeKnownUser({ ...alice, activatedCourses: ['stars'] }));

describe('the ack of an activation', () => {
  it('replayed from an older receipt removes no course that was unlocked since', () => {
    unlockCourses('alice', command, response({ ...reply, isReplayed: true }));
    expect(readConfirmedUser()?.activatedCourses).toEqual(['stars', 'tides']);
  });

  it('not replayed replaces the list', () => {
    unlockCourses('alice', command, response(reply));
    expect(readConfirmedUser()?.activatedCourses).toEqual(['tides']);
  });

  it('changes nothing for another user', () => {
    unlockCourses('bob', command, response(reply));
    expect(readConfirmedUser()?.activatedCourses).toEqual(['stars']);
  });
});
