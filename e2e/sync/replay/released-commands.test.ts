import * as v from 'valibot';
import { expect, it } from 'vitest';
import { Command, commandRequest } from '#schema/commands/all-commands.ts';
import { attemptId, commandsOfFormat1, uploadIds } from '#schema/fixtures/commands-of-format-1.ts';
import { inTransaction } from '#sync-server/db/transaction.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { addQuiz, handIn } from '#sync-server/testing/quiz-for-test.ts';
import { listeningServerForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { digestOf, tusClient } from '#sync-server/uploads/tus/tus-for-test.ts';
import { mp4Of, plainImage } from '#sync-server/uploads/uploads-for-test.ts';

it('the current server accepts every command stored by an old device, each once', async () => {
  const courses = [fixtureCourse(), fixtureCourse({ id: 'stars' })];
  const server = await listeningServerForTest({ courses });
  const tus = tusClient(server.url, server.people.admin.token);
  const image = new Uint8Array(await plainImage(900, 600).png().toBuffer());
  for (const [kind, bytes] of [
    ['video', new Uint8Array(mp4Of(50_000))],
    ['thumbnail', image],
    ['file', new Uint8Array(Buffer.from('%PDF-1.7\n'.padEnd(9_000)))],
  ] as const) {
    const id = uploadIds[kind];
    const begun = await tus.begin({ id, kind, sizeBytes: bytes.length, sha256: digestOf(bytes) });
    expect(begun.status, await begun.text()).toBe(201);
    const sent = await tus.send({ id, offset: 0, bytes });
    expect(sent.status, await sent.text()).toBe(204);
  }
  const { quizId, questionId } = await addQuiz(server, { courseId: 'stars', use: 'test' });
  await handIn(server, { as: server.people.admin, id: attemptId, quizId, questionId });
  for (const written of commandsOfFormat1) {
    const command = v.parse(Command, written);
    const { endpoint, path, body, headers } = commandRequest(command);
    const as = command.userId === 'alice' ? server.people.alice : server.people.admin;
    const request = { method: endpoint.method, as, key: command.id, body, ...(headers && { headers }) };
    if (command.kind === 'code.setRevoked') await nameCode(server, command.args);
    const reply = await server.request(path, request);
    expect(`${command.kind} ${reply.status}`, reply.text).toBe(`${command.kind} 200`);
    expect(reply.header('Receipt')).toBe(command.id);
    const again = await server.request(path, request);
    // A support request is no command: its own id identifies it.
    if (endpoint.isCommand) expect(again.header('Idempotency-Replayed')).toBe('true');
    expect(again.status).toBe(200);
  }
});

/** Gives a code of the batch the id that the command has: the server has chosen another. */
const nameCode = ({ deps }: TestServer, { batchId, codeId }: { batchId: string; codeId: string }) =>
  inTransaction(deps.db, async (trx) => {
    const first = trx.selectFrom('activationCodes').select('id').where('batch', '=', batchId).limit(1);
    await trx.updateTable('activationCodes').set({ id: codeId }).where('id', 'in', first).execute();
  });
