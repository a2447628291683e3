import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const CODE = 'SEA-2048';

const calls = [
  [
    'of a course',
    (server: TestServer, activationCode: string) =>
      server.request('/api/courses/tides/activate', { as: server.people.alice, body: { activationCode } }),
  ],
  [
    'without its course',
    (server: TestServer, activationCode: string) =>
      server.request('/api/activate', { as: server.people.alice, body: { activationCode } }),
  ],
] as const;

const serverWith = (...codes: string[]) =>
  serverForTest({ courses: [fixtureCourse({ codes }), fixtureCourse({ id: 'winds' })] });

async function usedCodes(server: TestServer): Promise<string[]> {
  const rows = server.deps.db.selectFrom('activationCodes').select('code').where('uses', '>', 0);
  return (await rows.execute()).map(({ code }) => code);
}

describe.each(calls)('a code %s', (_, unlock) => {
  it.each([
    ['\u202aSEA-\u00ad2048\u202c\u200f'],
    ['“SEA·2048”.'],
    ['Code: SEA-2048'],
    ['https://carrel.example/courses/tides/activate#code=SEA-2048'],
    ['ＳＥＡ－２０４８'],
    ['SEA-٢٠٤٨'],
    ['sea-२०४८'],
    ['ЅЕА-2048'],
  ])('unlocks the course as a clipboard or keyboard wrote it: %j', async (typed) => {
    const server = await serverWith(CODE);
    expect((await unlock(server, typed)).status).toBe(200);
    expect(await usedCodes(server)).toEqual([CODE]);
  });

  it.each(['A.B', 'Code: 7', 'ШКОЛА-А1', '#KEY', 'SE\u00adA', '٢٠٤٨'])(
    'unlocks it if it is stored with such characters: %j',
    async (code) => {
      const server = await serverWith(code);
      expect((await unlock(server, code.toLowerCase())).status).toBe(200);
    },
  );

  it('is the literal one if the course has both', async () => {
    const server = await serverWith('AB', 'A.B');
    expect((await unlock(server, 'A.B')).status).toBe(200);
    expect(await usedCodes(server)).toEqual(['A.B']);
  });

  it('is refused as before if no form of it is known', async () => {
    const server = await serverWith(CODE);
    expect((await unlock(server, 'Code: SEA–204Ж')).refusal.code).toBe('code_invalid');
    expect(await usedCodes(server)).toEqual([]);
  });
});

it('A code of the course itself goes before a more literal one of another course', async () => {
  const server = await serverForTest({
    courses: [fixtureCourse({ codes: ['AB'] }), fixtureCourse({ id: 'winds', codes: ['A.B'] })],
  });
  const body = { activationCode: 'A.B' };
  const { alice } = server.people;
  expect((await server.request('/api/courses/tides/activate', { as: alice, body })).status).toBe(200);
  expect(await usedCodes(server)).toEqual(['AB']);
});

it('Uploaded codes are stored as they were meant, and duplicates in another spelling are skipped', async () => {
  const server = await serverWith(CODE);
  const codes = ['\u200eNEW-1\u200f', 'ＮＥＷ－１', 'SEA-٢٠٤٨', 'A.B', 'ЅЕА-3', '\u00ad'];
  const reply = await server.request('/api/admin/courses/tides/upload-codes', {
    as: server.people.admin,
    body: { codes },
  });
  const { allCodes, added, known } = reply.read(endpoints.uploadCodes.output);
  expect(allCodes).toEqual([CODE, 'NEW-1', 'A.B', 'SEA-3']);
  expect({ added, known }).toEqual({ added: 3, known: 2 });
});
