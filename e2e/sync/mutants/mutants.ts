import { accountMutants } from './account-mutants.ts';
import { draftMutants } from './draft-mutants.ts';
import { loopMutants } from './loop-mutants.ts';
import { lossMutants } from './loss-mutants.ts';
import { mergeMutants } from './merge-mutants.ts';
import type { Mutant } from './mutant.ts';
import { pullMutants } from './pull-mutants.ts';
import { queueMutants } from './queue-mutants.ts';
import { quizMutants } from './quiz-mutants.ts';
import { rareMutants } from './rare-mutants.ts';
import { replayMutants } from './replay-mutants.ts';
import { restoreMutants } from './restore-mutants.ts';
import { serverMutants } from './server-mutants.ts';
import { uploadMutants } from './upload-mutants.ts';
import { versionMutants } from './version-mutants.ts';

/*
 * Applied one at a time, to a copy of the module that only the detecting test loads. When the code was
 * rewritten, the mutant fails and needs the new code.
 *
 * Excluded, because no test can detect them:
 * - an attempted command gets the version of an earlier ack: receipts compare path and body, and neither
 *   contains the version;
 * - a late receipt of a list of codes is stored: the server replies with the current codes;
 * - a discarded command that was in flight is restored as in flight: it is sent again either way.
 */
export const mutants: Readonly<Record<string, Mutant>> = {
  ...serverMutants,
  ...queueMutants,
  ...quizMutants,
  ...replayMutants,
  ...restoreMutants,
  ...mergeMutants,
  ...pullMutants,
  ...uploadMutants,
  ...draftMutants,
  ...loopMutants,
  ...versionMutants,
  ...rareMutants,
  ...lossMutants,
  ...accountMutants,
};
