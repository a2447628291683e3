import { type Kysely, sql } from 'kysely';
import { defaultsTo, key, mentions, partOf, required } from './columns.ts';

/** Users and their sessions, second factors, passkeys, recovery of passwords, mail, support requests. */
export async function createAccounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('users')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('passwordHash', 'text', required)
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('user', 'admin')`))
    .addColumn('avatar', 'text')
    .addColumn('tokenVersion', 'integer', defaultsTo(1))
    .addColumn('createdAt', 'text', required)
    .addColumn('updatedAt', 'text', required)
    .addColumn('avatarSmall', 'text')
    .addColumn('tokensWithoutSessionEndedAt', 'text')
    .addColumn('mustChangePassword', 'integer', defaultsTo(0))
    .execute();
  await schema.createIndex('usersByJoining').on('users').columns(['createdAt', 'id']).execute();
  // They are few among the users: they are counted and get mail.
  await schema
    .createIndex('admins')
    .on('users')
    .column('id')
    .where(sql.ref('role'), '=', sql.lit('admin'))
    .execute();
}

export async function createSessions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('sessions')
    .addColumn('id', 'text', key)
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('deviceId', 'text')
    .addColumn('deviceName', 'text', required)
    .addColumn('endTicketHash', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', 'text', required)
    .addColumn('lastSeenAt', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .addColumn('endedAt', 'text')
    .execute();
  await schema.createIndex('sessionsByUser').on('sessions').columns(['userId', 'lastSeenAt']).execute();
  await schema.createIndex('sessionsByUse').on('sessions').column('lastSeenAt').execute();
  await schema
    .createTable('signInNetworks')
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('networkHash', 'text', required)
    .addColumn('lastUsedAt', 'text', required)
    .addPrimaryKeyConstraint('signInNetworksKey', ['userId', 'networkHash'])
    .execute();
  await schema.createIndex('signInNetworksByUse').on('signInNetworks').column('lastUsedAt').execute();
}

export async function createSecondFactors({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('secondFactors')
    .addColumn('userId', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('sealedSecret', 'text', required)
    .addColumn('lastStep', 'integer', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('confirmedAt', 'text')
    .execute();
  await schema
    .createTable('recoveryCodes')
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('codeHash', 'text', required)
    .addColumn('usedAt', 'text')
    .addPrimaryKeyConstraint('recoveryCodesByUser', ['userId', 'codeHash'])
    .execute();
  await schema
    .createTable('passkeys')
    .addColumn('id', 'text', key)
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('credentialId', 'text', (column) => column.notNull().unique())
    .addColumn('rpId', 'text', required)
    .addColumn('publicKey', 'text', required)
    .addColumn('counter', 'integer', required)
    .addColumn('transports', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('lastUsedAt', 'text')
    .execute();
  await schema.createIndex('passkeysByUser').on('passkeys').column('userId').execute();
  await schema
    .createTable('passkeyChallenges')
    .addColumn('challenge', 'text', key)
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('scope', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .execute();
  await schema.createIndex('passkeyChallengesByUser').on('passkeyChallenges').column('userId').execute();
}

export async function createRecovery({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('resetRequests')
    .addColumn('idHash', 'text', key)
    .addColumn('emailHash', 'text', required)
    .addColumn('networkHash', 'text', required)
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('codeId', 'text', required)
    .addColumn('codeHash', 'text', required)
    .addColumn('triesLeft', 'integer', required)
    .addColumn('plainTriesLeft', 'integer')
    .addColumn('createdAt', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .addColumn('closedAt', 'text')
    .execute();
  for (const column of ['emailHash', 'userId', 'codeId', 'expiresAt'])
    await schema.createIndex(`resetRequests_${column}`).on('resetRequests').column(column).execute();
  await schema
    .createTable('resetTokens')
    .addColumn('tokenHash', 'text', key)
    .addColumn('userId', 'text', partOf('users.id'))
    .addColumn('expiresAt', 'text', required)
    .execute();
  await schema.createIndex('resetTokensByUser').on('resetTokens').column('userId').execute();
}

export async function createMailAndSupport({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mails')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('recipient', 'text', required)
    .addColumn('sealedContent', 'text')
    .addColumn('attempts', 'integer', defaultsTo(0))
    .addColumn('nextAttemptAt', 'text')
    .addColumn('lastProblem', 'text')
    .addColumn('createdAt', 'text', required)
    .addColumn('expiresAt', 'text')
    .addColumn('sentAt', 'text')
    .execute();
  await schema.createIndex('mailsByNextAttempt').on('mails').column('nextAttemptAt').execute();
  await schema.createIndex('mailsByRecipient').on('mails').column('recipient').execute();
  await schema
    .createTable('supportRequests')
    .addColumn('id', 'text', key)
    .addColumn('userId', 'text', mentions('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('orderNumber', 'text')
    .addColumn('message', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('doneAt', 'text')
    .execute();
  await schema.createIndex('supportRequestsByTime').on('supportRequests').column('createdAt').execute();
  await schema.createIndex('supportRequestsByUser').on('supportRequests').column('userId').execute();
  await schema.createIndex('supportRequestsByEmail').on('supportRequests').column('email').execute();
}
