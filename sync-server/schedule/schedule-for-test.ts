import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { editorForTest } from '../editor/editor-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const MINUTE_MS = 60_000;

/** An ISO time so many minutes after now by the server's clock. */
export const inMinutes = ({ clock }: Pick<TestServer, 'clock'>, minutes: number): string =>
  new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString();

/** Advances the server's clock and does what is due. */
export async function afterMinutes({ clock, deps }: TestServer, minutes: number): Promise<void> {
  clock.advance(minutes * MINUTE_MS);
  await deps.publishSchedule.applyDue();
}

/** The editor, with ways to set and read the schedule of `winds`, which is complete and unpublished. */
export async function scheduleForTest() {
  const editor = await editorForTest();
  const { server, send, getCourse } = editor;
  const put = (body: object, id = 'winds') => send('PUT', `courses/${id}`, { body });
  const scheduleOf = async (id = 'winds') => {
    const { status, publishAt, unpublishAt } = await getCourse(id);
    return { status, publishAt, unpublishAt };
  };
  return { ...editor, put, scheduleOf, inMinutes: (minutes: number) => inMinutes(server, minutes) };
}

/** Adds a module without lessons. */
export async function addModule(server: TestServer, courseId: string, title: string): Promise<void> {
  const path = `/api/admin/courses/${courseId}/modules`;
  await server.request(path, { as: server.people.admin, body: { title, id: randomUUID() } });
}

/** The changes of a course in the history, the oldest first, with who made them. */
export async function listHistory(server: TestServer, courseId = 'winds') {
  const path = `/api/admin/audit?courseId=${courseId}`;
  const { revisions } = (await server.request(path, { as: server.people.admin })).read(
    endpoints.listAudit.output,
  );
  return revisions.reverse().filter(({ entity }) => entity === 'course');
}

/** The mails about courses that were not published, as their files have them. */
export async function readMails(server: TestServer): Promise<string[]> {
  await server.deps.mails.drain();
  const folder = join(server.deps.config.dataFolder, 'mail');
  if (!existsSync(folder)) return [];
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.filter((text) => text.includes('was not published'));
}
