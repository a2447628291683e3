import { it } from 'vitest';
import { race } from './race-for-test.ts';

it('a code of ten uses unlocks for exactly ten of a thousand learners who send it at once', {
  timeout: 240_000,
}, async () => {
  await race({ code: 'AAAA-BBBB-CCCC', uses: 10, learners: 1_000 });
});
