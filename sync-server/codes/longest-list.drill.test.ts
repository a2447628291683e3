import { it } from 'vitest';
import { CODE_LIST_MAX } from '#schema/limits.ts';
import { uploadWhileServing } from './upload-for-test.ts';

it('the longest list of codes is inserted while other requests are served', {
  timeout: 240_000,
}, async () => {
  await uploadWhileServing({ codes: CODE_LIST_MAX, otherRequests: 100 });
});
