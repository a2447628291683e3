import type { Mutant } from './mutant.ts';

/** Mutants of what earlier versions of the product left. */
export const versionMutants = {
  'an upgrade of the store makes commands in flight new ones': {
    file: 'pwa/store/database/private-store.ts',
    was: "this.version(5).stores({ outbox: '++order, &id, state, acknowledgedAt, textBytes' });",
    is: `this.version(5).stores({ outbox: '++order, &id, state, acknowledgedAt, textBytes' }).upgrade((tx) =>
      tx.table('outbox').where({ state: 'sending' }).modify((row) => {
        const id = 'again-' + row.id;
        Object.assign(row, { id, state: 'waiting', command: { ...row.command, id } });
      }));`,
    noticedIn: 'olderStore',
  },
  'a new lesson is sent in another form than by earlier releases': {
    file: 'schema/commands/lesson-commands.ts',
    was: 'request: ({ args: { courseId: _, moduleId, lessonId: id, ...fields } }) => requestTo(endpoints.createLesson, { moduleId }, { body: { id, ...fields } })',
    is: 'request: ({ args: { moduleId, lessonId: id, ...fields } }) => requestTo(endpoints.createLesson, { moduleId }, { body: { id, ...fields } })',
    noticedIn: 'olderStore',
  },
  'the lock of the replay has another name than in earlier releases': {
    file: 'pwa/sync/replay/leader.ts',
    was: `\`carrel-replay-\${userId}\``,
    is: `\`carrel-outbox-\${userId}\``,
    noticedIn: 'olderTab',
  },
  'receipts name their commands in another way than those of earlier releases': {
    file: 'sync-server/http/commands/fingerprint.ts',
    was: `\`\${method} \${path}\\n\${canonicalJson(body)}\``,
    is: `\`\${method} \${path} \${canonicalJson(body)}\``,
    noticedIn: 'olderServer',
  },
  'a database without runs, as earlier releases left it, begins a new epoch': {
    file: 'sync-server/sync/ensure-epoch.ts',
    in: 'decideEpoch',
    was: 'epoch === undefined',
    is: "epoch === undefined || (await trx.selectFrom('runs').select('run').executeTakeFirst()) === undefined",
    noticedIn: 'olderServer',
  },
} as const satisfies Record<string, Mutant>;
