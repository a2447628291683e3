import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Handovers } from './auth/handover/handovers.ts';
import { SignInNetworks } from './auth/sign-in-networks.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { HtmlCleaner } from './courses/html-cleaner.ts';
import type { Upgrade } from './db/migrate.ts';
import type { Database } from './db/open.ts';
import type { Deps } from './deps.ts';
import { DeletedCourses } from './editor/deleted-courses.ts';
import { readContextOf } from './editor/edit-route.ts';
import { ErasureRepeats } from './erasure/erasure-repeats.ts';
import { Erasures } from './erasure/erasures.ts';
import { GroupCommit } from './http/commands/group-commit.ts';
import { RateLimits } from './http/limits/rate-limits.ts';
import { untrustedHopWarning, warnOfMissingProxy } from './http/limits/untrusted-hops.ts';
import { MAIL_SEAL, MailSender } from './mail/mail-sender.ts';
import { folderTransport, type MailTransport, smtpTransport } from './mail/mail-transport.ts';
import { openMediaStore } from './media-store/open-media-store.ts';
import { sweepTemporaryFiles } from './media-store/temporary-files.ts';
import { Passwords } from './passwords/passwords.ts';
import { Regrades } from './quizzes/regrades.ts';
import { Readiness } from './readiness.ts';
import { createReportSource } from './reports/report-source.ts';
import { Reports } from './reports/reports.ts';
import { PublishSchedule } from './schedule/publish-schedule.ts';
import { AccountProofs } from './security/account-proofs.ts';
import { ActivationProofs } from './security/activation-proofs.ts';
import { createClientAddress } from './security/client-address.ts';
import { EndTickets } from './security/end-tickets.ts';
import { MediaSigner } from './security/media-signer.ts';
import { ResetSecrets } from './security/reset-secrets.ts';
import { Seal } from './security/seal.ts';
import { SecondFactorSecrets } from './security/second-factor-secrets.ts';
import { readSecret } from './security/secret.ts';
import { SessionUses } from './sessions/session-uses.ts';
import { Sessions } from './sessions/sessions.ts';
import { noteBounce } from './shops/shop-queries.ts';
import { openSqliteStorage } from './storage/sqlite-storage.ts';
import type { Storage, StorageParts } from './storage/storage.ts';
import { ChangeWatch } from './sync/change-watch.ts';
import { Cursors } from './sync/cursor.ts';
import { EventStreams } from './sync/event-streams.ts';
import { createPushedPages } from './sync/pushed-page.ts';
import { Restores } from './sync/restores.ts';
import { Transcoder } from './uploads/transcode/transcoder.ts';

const systemClock: Clock = { now: () => new Date() };

export interface OpenDeps {
  readonly deps: Deps;
  /** The upgrade of the database; null without one. */
  readonly upgrade: Upgrade | null;
  /** Closes the databases; `deps` must not be used afterwards. */
  close(): Promise<void>;
}

/** Opens (or creates) the data folder and everything in it. Throws when it cannot be used. */
export async function openDeps(config: Config, log: Logger, clock: Clock = systemClock): Promise<OpenDeps> {
  const { dataFolder } = config;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const secret = readSecret(dataFolder, config.secret);
  const commits = new EventEmitter<{ commit: [] }>();
  const erasures = new Erasures(config);
  const erasureRepeats = new ErasureRepeats({ clock, log, erasures });
  const onRestored = (restored: Database) => erasureRepeats.apply(restored);
  const onCommit = () => commits.emit('commit');
  const storage = await openStorage({ config, log, clock, onCommit, onRestored });
  const { db, positions, sequence, upgrade, databaseFile } = storage;
  await onRestored(db);
  await sweepTemporaryFiles(dataFolder);
  const mediaStore = await openMediaStore(config, db);
  warnOfMissingProxy(config, log);
  const limits = new RateLimits(storage.attempts, log);
  const transport = openMailTransport(config, log);
  const mails = new MailSender({
    ...{ db, clock, log, transport, seal: new Seal(secret, MAIL_SEAL) },
    onUndelivered: async (trx, { id, kind }) => {
      if (kind === 'shopCodes') await noteBounce(trx, id);
    },
  });
  const cursors = new Cursors(secret);
  const isEnabled = config.transcode === 'auto';
  const transcoder = new Transcoder({ db, clock, log, mediaStore, dataFolder, isEnabled });
  const deletedCourses = new DeletedCourses({ db, clock, log });
  const regrades = new Regrades({ db, clock, log });
  const publishSchedule = new PublishSchedule({ db, clock, log, mails, config });
  const changeWatch = new ChangeWatch({ db, log, watermark: positions, sequence });
  commits.on('commit', () => changeWatch.notice());
  const media = new MediaSigner(secret);
  const readPushed = createPushedPages({
    ...{ db, clock, cursors },
    readContextAt: (now) => readContextOf({ media }, now),
  });
  const eventStreams = new EventStreams({ db, clock, log, changes: changeWatch, readPushed });
  const deps: Deps = {
    config,
    db,
    clock,
    log,
    limits,
    signInNetworks: new SignInNetworks({ db, clock, log, secret }),
    passwords: new Passwords(),
    sessions: new Sessions(secret),
    sessionUses: new SessionUses({ db, clock, log }),
    handovers: new Handovers(secret),
    endTickets: new EndTickets(secret),
    html: new HtmlCleaner(),
    media,
    mediaStore,
    clientAddress: createClientAddress(config.trustedProxies, untrustedHopWarning(log)),
    mails,
    resetSecrets: new ResetSecrets(secret),
    secondFactorSecrets: new SecondFactorSecrets(secret),
    shopSeal: new Seal(secret, 'carrel shop secrets'),
    transcoder,
    groupCommit: new GroupCommit(db),
    deletedCourses,
    regrades,
    publishSchedule,
    erasures,
    erasureRepeats,
    reports: new Reports({ db, clock, source: createReportSource(db, databaseFile) }),
    changeWatch,
    eventStreams,
    cursors,
    activationProofs: new ActivationProofs(secret),
    accountProofs: new AccountProofs(secret),
    restores: new Restores({
      ...{ db, clock, log, watermark: positions, eventStreams, cursors },
      onRestored: (restored) => erasureRepeats.applyOrRepeat(restored),
    }),
    readiness: new Readiness(),
  };
  const close = async () => {
    await Promise.all([publishSchedule.stop(), erasureRepeats.stop()]);
    await Promise.all([mails.stop(), transcoder.stop(), deletedCourses.stop(), regrades.stop()]);
    deps.eventStreams.close();
    await changeWatch.stop();
    await deps.sessionUses.settled();
    await Promise.all([deps.html.close(), deps.reports.close()]);
    mediaStore.close();
    await storage.close();
  };
  return { deps, upgrade, close };
}

/** PostgreSQL's part is loaded only where it is used. */
async function openStorage(parts: StorageParts): Promise<Storage> {
  const { databaseUrl } = parts.config;
  if (databaseUrl === undefined) return openSqliteStorage(parts);
  const { openPostgresStorage } = await import('./storage/postgres-storage.ts');
  return openPostgresStorage(databaseUrl, parts);
}

function openMailTransport(config: Config, log: Logger): MailTransport {
  const { smtpUrl, mailFrom, dataFolder } = config;
  if (smtpUrl !== undefined) return smtpTransport(smtpUrl, mailFrom);
  const folder = join(dataFolder, 'mail');
  log.warn({ folder }, 'SMTP_URL is not set: mails are written to files and not sent');
  return folderTransport(folder, mailFrom, log);
}
