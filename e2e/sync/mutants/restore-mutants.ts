import type { Mutant } from './mutant.ts';

/** Mutants of what devices send again after a restore of the server. */
export const restoreMutants = {
  'a deletion is done again after a restore without a decision': {
    file: 'sync-server/http/commands/offered-again.ts',
    was: 'intents.includes(null)',
    is: 'false',
    noticedBy:
      'e2e/sync/replay/restore-decision.test.ts > after a restore, deletions and changes of rights that the backup lacks > wait for the user without a decision of the operator, while other work is sent again',
  },
  'edits are done again although the operator discards them': {
    file: 'sync-server/http/commands/offered-again.ts',
    was: "if (intents.includes('discard')) throw new ApiError('restore_discarded');",
    is: '',
    noticedBy:
      'e2e/sync/replay/restore-decision.test.ts > after a restore, deletions and changes of rights that the backup lacks > are dropped with edits of courses, and listed, when the operator discards what came after',
  },
  'only the last of several restores is asked about': {
    file: 'sync-server/epoch/epoch-queries.ts',
    was: 'rows.slice(at + 1)',
    is: 'rows.slice(-1)',
    noticedBy:
      'e2e/sync/replay/restore-decision.test.ts > after a restore, deletions and changes of rights that the backup lacks > wait for each restore that a device has missed',
  },
  'a dropped edit is offered at the next restore': {
    file: 'pwa/sync/outbox/requeue-acknowledged.ts',
    was: "restore !== 'dropped'",
    is: 'true',
    noticedBy:
      'e2e/sync/replay/restore-decision.test.ts > after a restore, deletions and changes of rights that the backup lacks > stay dropped after a further restore',
  },
  'an edit that the user sends again is asked about again': {
    file: 'pwa/sync/outbox/outbox-rows.ts',
    was: 'return { ...rest, ...FRESH, id, command: { ...command, id } };',
    is: 'return { ...rest, ...FRESH, id, command: { ...row.command, id } };',
    noticedBy:
      'e2e/sync/replay/restore-decision.test.ts > after a restore, deletions and changes of rights that the backup lacks > are done again when the user sends them again, and not when the user discards them',
  },
  'the question about a restore holds up later edits': {
    file: 'pwa/sync/replay/schedule/schedule.ts',
    was: "if (restore === 'undecided') return;",
    is: '',
    noticedBy:
      'pwa/sync/replay/schedule/schedule.test.ts > edits of a course > do not wait for the question whether an earlier one is done again after a restore',
  },
  'the start ignores a declared restore': {
    file: 'sync-server/epoch/folder-evidence.ts',
    was: 'declared !== null',
    is: 'false',
    noticedBy:
      'sync-server/epoch/restore-declaration.test.ts > a declared restore > that cannot be read is one without a decision',
  },
  'the proof of an activation is not shown after a restore': {
    file: 'pwa/sync/outbox/requeue-acknowledged.ts',
    was: 'const proofs = await showProofs(tx, epoch);',
    is: 'const proofs = 0;',
    noticedBy:
      'e2e/sync/learner/unlock-again.test.ts > a course unlocked since the backup > is unlocked again by the device, with its code used and its download in place',
  },
  'a course is removed before the server is asked to unlock it again': {
    file: 'pwa/sync/pull/pull.ts',
    was: 'return proofs > 0;',
    is: 'return false;',
    noticedBy:
      'e2e/sync/learner/unlock-again.test.ts > a course unlocked since the backup > is unlocked again by the device, with its code used and its download in place',
  },
  'the proof of an activation unlocks a course whose access was removed': {
    file: 'sync-server/activation/unlock-by-proof.ts',
    was: "if (claims.epoch === (await getEpoch(trx))) throw new ApiError('proof_invalid');",
    is: '',
    noticedBy:
      'sync-server/activation/activation-proofs.test.ts > the proof of an activation > is refused in its own epoch: the activation was not lost but removed',
  },
  'a proof unlocks a course whose access was removed before the backup': {
    file: 'sync-server/activation/unlock-by-proof.ts',
    was: "if (await wasActivationRemoved(trx, lost)) throw new ApiError('proof_invalid');",
    is: '',
    noticedBy:
      'sync-server/activation/activation-proofs.test.ts > the proof of an activation > is refused after a restore of a backup from after the removal of the access',
  },
  'acks contain no position': {
    file: 'pwa/sync/replay/outcomes/apply-outcomes.ts',
    was: 'context.historyPosition !== null && writeHistoryPosition(tx, context.historyPosition)',
    is: 'false',
    noticedBy:
      'e2e/sync/replay/server-restore.test.ts > a command acknowledged before a restore > of the whole folder is noticed by the next push of a device that did not pull after its last ack',
  },
  'a text that the operator discarded, and that is here only, is given up for space': {
    file: 'pwa/store/account/acknowledged/bound-acknowledged.ts',
    was: "restore !== 'dropped'",
    is: 'true',
    noticedBy:
      'pwa/store/account/acknowledged/bound-acknowledged.test.ts > acknowledged edits that give up their texts > are none that the server does not have: unsent, ignored or discarded by the operator',
  },
} as const satisfies Record<string, Mutant>;
