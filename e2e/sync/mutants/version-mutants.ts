import type { Mutant } from './mutant.ts';

/** Mutants of what released versions of the product left. */
export const versionMutants = {
  'an upgrade of the store makes commands in flight new ones': {
    file: 'pwa/store/database/private-store.ts',
    was: 'this.version(index + 1).stores(added);',
    is: `this.version(index + 1).stores(added).upgrade((tx) =>
      tx.table('outbox').where({ state: 'sending' }).modify((row) => {
        const id = 'again-' + row.id;
        Object.assign(row, { id, state: 'waiting', command: { ...row.command, id } });
      }));`,
    noticedIn: 'olderStore',
  },
  'a new lesson is sent in another form than by released versions': {
    file: 'schema/commands/lesson-commands.ts',
    was: 'request: ({ args: { courseId: _, moduleId, lessonId: id, ...fields } }) => requestTo(endpoints.createLesson, { moduleId }, { body: { id, ...fields } })',
    is: 'request: ({ args: { moduleId, lessonId: id, ...fields } }) => requestTo(endpoints.createLesson, { moduleId }, { body: { id, ...fields } })',
    noticedIn: 'olderStore',
  },
  'the lock of the replay has another name than in released versions': {
    file: 'pwa/sync/replay/lock.ts',
    was: `\`carrel-replay-\${userId}\``,
    is: `\`carrel-outbox-\${userId}\``,
    noticedIn: 'olderTab',
  },
  'receipts name their commands in another way than those of released versions': {
    file: 'sync-server/http/commands/fingerprint.ts',
    was: `\`\${method} \${path}\\n\${canonicalJson(body)}\``,
    is: `\`\${method} \${path} \${canonicalJson(body)}\``,
    noticedBy:
      'sync-server/http/commands/fingerprint.test.ts > the digest of a command is that of version 1.0, whatever the order of its members',
  },
  'an upgrade of the database forgets the receipts': {
    file: 'sync-server/db/migrate.ts',
    was: 'return { migrations: pending, copy };',
    is: 'await sql`delete from receipts`.execute(db);\n    return { migrations: pending, copy };',
    noticedIn: 'olderServer',
  },
  'an upgrade of the database begins a new epoch': {
    file: 'sync-server/db/migrate.ts',
    was: 'return { migrations: pending, copy };',
    is: 'await sql`delete from epochs`.execute(db);\n    return { migrations: pending, copy };',
    noticedIn: 'olderServer',
  },
} as const satisfies Record<string, Mutant>;
