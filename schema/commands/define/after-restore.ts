import type { AfterRestore } from './define-command.ts';

/** Values of `afterRestore` for commands whose arguments do not matter. */
export const always = (): AfterRestore => 'always';
export const unlessDiscarded = (): AfterRestore => 'unlessDiscarded';
export const onlyByDecision = (): AfterRestore => 'onlyByDecision';
