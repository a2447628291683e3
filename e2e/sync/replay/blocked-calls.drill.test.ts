import { afterAll, beforeAll, it } from 'vitest';
import { meddlings } from '../testing/middlebox.ts';
import { MiddleboxWorld, targets } from '../testing/middlebox-world.ts';

/* All answers in place of all calls; `middlebox.test.ts` has some of them. */

const cases = Object.entries(targets).flatMap(([target, matches]) =>
  Object.entries(meddlings).map(([answer, meddling]) => ({ target, matches, answer, meddling })),
);

let world: MiddleboxWorld;
beforeAll(async () => {
  world = await MiddleboxWorld.open();
});
afterAll(() => world.close());

it.each(cases)('$answer in place of $target causes no storm', ({ meddling, matches }) =>
  world.expectNoStorm(meddling, matches, 150_000),
);
