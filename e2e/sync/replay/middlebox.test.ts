import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listUnsent } from '#pwa/store/account/outbox.ts';
import { meddlings } from '../testing/middlebox.ts';
import { MiddleboxWorld, targets } from '../testing/middlebox-world.ts';

/* Firewalls and filters between a device and the server, which answer some calls themselves or change them. */

let world: MiddleboxWorld;
beforeEach(async () => {
  world = await MiddleboxWorld.open();
});
afterEach(() => world.close());

const callsTo = (part: string) => world.network.calls.filter(({ call }) => call.includes(part)).length;

/* First: the form that passed last is known until the page ends, and the tests share the page's modules. */
describe('where the network blocks', () => {
  it('PUT and DELETE, an edit arrives as a POST, and the next ones at once', async () => {
    world.middlebox.meddle(
      meddlings['a page with 403'],
      ({ method }) => method === 'PUT' || method === 'DELETE',
    );
    const first = await world.edit(1);
    await world.pass(5_000);
    expect(await world.changesOf(first)).toEqual([1]);
    const blocked = callsTo('PUT');
    const next = await world.edit(1);
    await world.pass(1_000);
    expect(await world.changesOf(next)).toEqual([1]);
    expect([blocked, callsTo('PUT')]).toEqual([1, 1]);
  });

  it('batches, edits arrive one by one', async () => {
    world.middlebox.meddle(meddlings['a page with 403'], ({ path }) => path === '/api/batch');
    const ids = await world.edit(2);
    await world.pass(5 * 60_000);
    expect(await world.changesOf(ids)).toEqual([1, 1]);
  });

  it('what one edit says, all others arrive, and that one stays', async () => {
    const ids = await world.edit(40);
    const [bad] = await world.edit(1, 'Forbidden words');
    world.middlebox.meddleWithBody(meddlings['a page with 403'], (text) => text.includes('Forbidden words'));
    await world.pass(3 * 60_000);
    expect(await world.changesOf(ids)).toEqual(ids.map(() => 1));
    expect(await listUnsent(world.store)).toMatchObject([
      { state: 'waiting', isBlocked: true, lastStatus: 403, command: { args: { lessonId: bad } } },
    ]);
  });
});

it.each([
  ['a page with 403', 'the replay'],
  ['a reset', 'the replay'],
  ['a page with 200', 'the pull'],
  ['a body that is cut', 'uploads'],
  ['a redirect to a sign-in page', 'every call'],
  ['an empty 204', 'all but the probe'],
] as const)('%s in place of %s causes no storm', (answer, target) =>
  world.expectNoStorm(meddlings[answer], targets[target], 75_000),
);

describe('where the network touches compressed bodies, a large batch arrives', () => {
  it.each([
    [
      'its header is removed',
      (headers: IncomingHttpHeaders, body: Buffer) => {
        delete headers['content-encoding'];
        return body;
      },
    ],
    [
      'it is unpacked, and the header stays',
      (headers: IncomingHttpHeaders, body: Buffer) =>
        headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body,
    ],
    [
      'it is damaged',
      (headers: IncomingHttpHeaders, body: Buffer) =>
        headers['content-encoding'] === 'gzip' ? body.subarray(0, body.length - 20) : body,
    ],
  ])('although %s', async (_, change) => {
    world.middlebox.rewrite(change);
    const ids = await world.edit(20);
    // Two more attempts follow after up to one and three seconds.
    await world.pass(10_000);
    expect(await world.changesOf(ids)).toEqual(ids.map(() => 1));
    expect(await listUnsent(world.store)).toEqual([]);
  });
});
