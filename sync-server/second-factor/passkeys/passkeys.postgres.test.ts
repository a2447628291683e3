import { expect, it } from 'vitest';
import { PasskeyCreationReply } from '#schema/account/passkeys.ts';
import {
  addPasskey,
  challengeFor,
  logInWith,
  PASSKEYS,
  PUBLIC_URL,
  startPasskey,
} from '#sync-server/testing/passkeys.ts';
import { severalServers } from '#sync-server/testing/postgres/several-servers.ts';
import { SoftwareAuthenticator } from '#sync-server/testing/software-authenticator.ts';

async function openTwo() {
  const [first, second] = await severalServers(2);
  if (first === undefined || second === undefined) throw new Error('There are two servers');
  for (const { deps } of [first, second]) Object.assign(deps.config, { publicUrl: PUBLIC_URL });
  return { first, second, admin: first.people.admin };
}

it('A challenge of one process is accepted by another one, and raced by both it is accepted once', async () => {
  const { first, second, admin } = await openTwo();
  const { authenticator } = await addPasskey(first, admin);
  for (let round = 0; round < 10; round += 1) {
    const passkey = authenticator.sign(await challengeFor(first, admin));
    const racing = [first, second, second, first].map((server) => logInWith(server, admin, { passkey }));
    const statuses = (await Promise.all(racing)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401, 401, 401]);
  }
});

it('Two processes that create the first passkey of an account at once issue recovery codes once', async () => {
  const { first, second, admin } = await openTwo();
  const begin = async () => (await startPasskey(first, admin)).read(PasskeyCreationReply).creation;
  const creations = [await begin(), await begin()];
  const racing = creations.map((creation, at) => {
    const passkey = new SoftwareAuthenticator(PUBLIC_URL).create(creation);
    const server = at === 0 ? first : second;
    return server.request(PASSKEYS, { as: admin, body: { name: `Key ${at}`, passkey } });
  });
  const issued = (await Promise.all(racing))
    .filter(({ status }) => status === 200)
    .map(({ text }) => JSON.parse(text).recoveryCodes.length);
  expect(issued.filter((count) => count > 0)).toEqual([10]);
  const stored = await first.deps.db.selectFrom('recoveryCodes').selectAll().execute();
  expect(stored).toHaveLength(10);
});
