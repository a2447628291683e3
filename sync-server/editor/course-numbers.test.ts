import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';

const { getCodesAndAddresses, listAdminCourses, listCourseNumbers } = endpoints;

describe('the numbers of all courses', () => {
  it('are those in the list of courses, also after a code is used', async () => {
    const server = await serverForTest();
    const { admin, alice } = server.people;
    await server.request('/api/courses/tides/activate', {
      as: alice,
      body: { activationCode: 'TIDES-CODE-1' },
    });
    const list = await server.request(listAdminCourses.path, { as: admin });
    const { courses } = list.read(listAdminCourses.output);
    const expected = courses.map(({ id, enrollmentCount, codeStats }) => ({
      id,
      enrollmentCount,
      codeStats,
    }));
    const reply = await server.request(listCourseNumbers.path, { as: admin });
    const { numbers } = reply.read(listCourseNumbers.output);
    expect(numbers.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    expect(numbers.find(({ id }) => id === 'tides')).toMatchObject({
      enrollmentCount: 1,
      codeStats: { used: 1 },
    });
  });
});

describe('the first unused codes of a course', () => {
  it('are the oldest that can still unlock it', async () => {
    const server = await serverForTest();
    const { admin } = server.people;
    const codes = Array.from({ length: 30 }, (_, n) => `NEW-${n}`);
    await server.request('/api/admin/courses/tides/upload-codes', { as: admin, body: { codes } });
    const path = getCodesAndAddresses.path.replace(':courseId', 'tides');
    const reply = await server.request(path, { as: admin });
    const found = reply.read(getCodesAndAddresses.output).codes;
    expect(found).toHaveLength(20);
    expect(found.slice(-1)).toEqual(['NEW-16']);
  });

  it('of a course that does not exist are refused', async () => {
    const server = await serverForTest();
    const path = getCodesAndAddresses.path.replace(':courseId', 'nowhere');
    expect((await server.request(path, { as: server.people.admin })).refusal.code).toBe('course_not_found');
  });
});
