import { afterAll, beforeAll, it } from 'vitest';
import { meddlings } from '../testing/middlebox.ts';
import { MiddleboxWorld, targets } from '../testing/middlebox-world.ts';

/* Without an answer the delays begin at a second, because a slow connection breaks so too: each kind of call alone. */
const ENDS: readonly string[] = ['a reset', 'a body that is cut'];

/* All answers in place of all calls; `middlebox.test.ts` has some of them. */

const cases = Object.entries(targets).flatMap(([target, matches]) =>
  Object.entries(meddlings)
    .filter(([answer]) => target !== 'all but the probe' || !ENDS.includes(answer))
    .map(([answer, meddling]) => ({ target, matches, answer, meddling })),
);

let world: MiddleboxWorld;
beforeAll(async () => {
  world = await MiddleboxWorld.open();
});
afterAll(() => world.close());

it.each(cases)('$answer in place of $target causes no storm', ({ meddling, matches }) =>
  world.expectNoStorm(meddling, matches, 150_000),
);
