import { describe, expect, it } from 'vitest';
import { ActivateReply } from '#schema/learning/activation.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import { inTransaction } from '../db/transaction.ts';
import { beginEpoch } from '../epoch/epoch-queries.ts';
import { forgetRedemptions } from '../testing/forget-redemptions.ts';
import type { Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const BLANK = '••••';

const activate = (server: TestServer, as: Person, body: object, courseId = 'tides') =>
  server.request(`/api/courses/${courseId}/activate`, { as, body: { activationCode: BLANK, ...body } });

async function unlockedByAlice() {
  const server = await serverForTest();
  const { alice } = server.people;
  const reply = (await activate(server, alice, { activationCode: 'TIDES-CODE-1' })).read(ActivateReply);
  return { server, alice, proof: reply.proof?.text ?? '' };
}

/** Removes the activation, as an operator does. */
async function removeActivation({ deps }: TestServer): Promise<void> {
  await inTransaction(deps.db, (trx) => trx.deleteFrom('activations').execute());
}

/** The same, in a way that devices hear of. */
async function withdrawActivation(server: TestServer): Promise<void> {
  await inTransaction(server.deps.db, async (trx) => {
    await trx.deleteFrom('activations').execute();
    await recordChanges(trx, server.clock.now().toISOString(), [
      { kind: 'activation', id: 'tides', courseId: 'tides', userId: 'alice', isDeleted: true },
    ]);
  });
}

const beginEpochOn = (server: TestServer) => inTransaction(server.deps.db, (trx) => beginEpoch(trx));

/** Restores a backup from before the activation. */
async function loseActivation(server: TestServer): Promise<void> {
  await inTransaction(server.deps.db, async (trx) => {
    await trx.deleteFrom('activations').execute();
    await forgetRedemptions(trx);
    await beginEpoch(trx);
  });
}

const refusalOf = async (reply: ReturnType<typeof activate>) => {
  const { status, refusal } = await reply;
  return [status, refusal.code];
};

describe('the proof of an activation', () => {
  it('unlocks the course again after a restore, as of the day of the activation', async () => {
    const { server, alice, proof } = await unlockedByAlice();
    const { db } = server.deps;
    const activations = () => db.selectFrom('activations').selectAll().execute();
    const before = await activations();
    await loseActivation(server);
    server.clock.advance(60_000);
    const reply = (await activate(server, alice, { proof })).read(ActivateReply);
    expect(reply).toMatchObject({ activatedCourses: ['tides'], isUnlockedAgain: true });
    expect(await activations()).toEqual(before);
    const again = (await activate(server, alice, { proof })).read(ActivateReply);
    expect(again.isUnlockedAgain).toBe(false);
  });

  it('unlocks a course that was withdrawn meanwhile: access is for ever', async () => {
    const { server, alice, proof } = await unlockedByAlice();
    await loseActivation(server);
    await inTransaction(server.deps.db, (trx) =>
      trx.updateTable('courses').set({ status: 'unpublished' }).execute(),
    );
    expect((await activate(server, alice, { proof })).status).toBe(200);
  });

  it('does not contain the code', async () => {
    const { proof } = await unlockedByAlice();
    expect(Buffer.from(proof, 'base64').toString('latin1')).not.toContain('TIDES');
  });

  it('is refused to another user, for another course, and when it was changed', async () => {
    const { server, alice, proof } = await unlockedByAlice();
    await loseActivation(server);
    const changed = `${proof.startsWith('A') ? 'B' : 'A'}${proof.slice(1)}`;
    const refused = [400, 'proof_invalid'];
    expect(await refusalOf(activate(server, server.people.bob, { proof }))).toEqual(refused);
    expect(await refusalOf(activate(server, alice, { proof }, 'stars'))).toEqual(refused);
    expect(await refusalOf(activate(server, alice, { proof: changed }))).toEqual(refused);
  });

  it('is refused after a restore of a backup from after the removal of the access', async () => {
    const { server, alice, proof } = await unlockedByAlice();
    await removeActivation(server);
    await beginEpochOn(server);
    expect(await refusalOf(activate(server, alice, { proof }))).toEqual([400, 'proof_invalid']);
    // The code was deleted with its batch; the tombstone shows the removal.
    await withdrawActivation(server);
    await inTransaction(server.deps.db, (trx) => trx.deleteFrom('activationCodes').execute());
    expect(await refusalOf(activate(server, alice, { proof }))).toEqual([400, 'proof_invalid']);
    expect((await server.deps.db.selectFrom('activations').selectAll().execute()).length).toBe(0);
  });

  it('of a later activation is valid although an earlier one was removed', async () => {
    const { server, alice } = await unlockedByAlice();
    server.clock.advance(60_000);
    await withdrawActivation(server);
    server.clock.advance(60_000);
    const reply = (await activate(server, alice, { activationCode: 'TIDES-CODE-2' })).read(ActivateReply);
    await inTransaction(server.deps.db, async (trx) => {
      await trx.deleteFrom('activations').execute();
      await forgetRedemptions(trx);
      const changes = trx.updateTable('changes').where('kind', '=', 'activation');
      const removedAt = new Date(server.clock.now().getTime() - 60_000).toISOString();
      await changes.set({ isDeleted: 1, changedAt: removedAt }).execute();
    });
    await beginEpochOn(server);
    const again = await activate(server, alice, { proof: reply.proof?.text ?? '' });
    expect(again.read(ActivateReply)).toMatchObject({ activatedCourses: ['tides'], isUnlockedAgain: true });
  });

  it('is refused after a restore if an admin had removed the access before the backup', async () => {
    const { server, alice, proof } = await unlockedByAlice();
    const removal = { as: server.people.admin, method: 'PUT', body: { revoked: true } };
    await server.request('/api/admin/codes/access/tides/alice', removal);
    await inTransaction(server.deps.db, forgetRedemptions);
    await beginEpochOn(server);
    expect(await refusalOf(activate(server, alice, { proof }))).toEqual([400, 'proof_invalid']);
  });

  it('is refused in its own epoch: the activation was not lost but removed', async () => {
    const { server, alice, proof } = await unlockedByAlice();
    await removeActivation(server);
    // The operator has freed the code too, so only the epoch shows it.
    await inTransaction(server.deps.db, forgetRedemptions);
    expect(await refusalOf(activate(server, alice, { proof }))).toEqual([400, 'proof_invalid']);
  });
});
