import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ACTIVATION_CODE_MAX_CHARACTERS, CODE_LIST_MAX } from '../limits.ts';
import { QueuedCodes, UploadCodesInput } from './codes.ts';

describe('the codes of a queued command', () => {
  const longest = 'X'.repeat(ACTIVATION_CODE_MAX_CHARACTERS);

  it.each([
    [['A-1']],
    [[longest, '']],
    [[]],
    [[`${longest}X`]],
    [['A-1', 1]],
    [Array.from({ length: CODE_LIST_MAX + 1 }, () => 'A')],
    ['A-1'],
    [null],
  ])('are valid if the server would accept them (%#)', (codes) => {
    const isValid = v.safeParse(UploadCodesInput, { codes }).success;
    expect(v.safeParse(QueuedCodes, codes).success).toBe(isValid);
  });
});
