import { randomUUID } from 'node:crypto';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';

interface Sent {
  readonly body?: unknown;
  readonly key?: string;
  readonly ifMatch?: string;
  /** Additional headers by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server with a published course (tides) and an unpublished one (winds), and an admin in the editor. */
export async function editorForTest() {
  const courses = [fixtureCourse(), fixtureCourse({ id: 'winds', status: 'unpublished' })];
  const server = await serverForTest({ courses });
  const send = (method: string, path: string, { body, key, ifMatch, headers }: Sent = {}) =>
    server.request(`/api/admin/${path}`, {
      method,
      as: server.people.admin,
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { key }),
      headers: { ...headers, ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }) },
    });
  const getCourse = async (id: string) =>
    (await send('GET', `courses/${id}`)).read(endpoints.getAdminCourse.output).course;
  const changesOf = async (kind: string) => {
    const rows = await server.deps.db.selectFrom('changes').selectAll().orderBy('sequence').execute();
    return rows.filter((row) => row.kind === kind);
  };
  return { server, send, getCourse, changesOf, newKey: () => randomUUID() };
}
