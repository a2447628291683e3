import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Handovers } from './auth/handovers.ts';
import { Passwords } from './auth/passwords.ts';
import { Sessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import type { Clock, Deps } from './deps.ts';
import { createClientAddress } from './http/client-address.ts';
import { RateLimits } from './http/rate-limits.ts';
import { MailSeal } from './mail/mail-seal.ts';
import { MailSender } from './mail/mail-sender.ts';
import { folderTransport, type MailTransport, smtpTransport } from './mail/mail-transport.ts';
import { MediaSigner } from './media/media-signer.ts';
import { ResetSecrets } from './recovery/reset-secrets.ts';
import { readSecret } from './secret.ts';
import { ChangeWatch } from './sync/change-watch.ts';
import { EventStreams } from './sync/event-streams.ts';
import { settleEpoch } from './sync/settle-epoch.ts';
import { Transcoder } from './uploads/transcoder.ts';
import { sweepUploads } from './uploads/uploads-folder.ts';

const systemClock: Clock = { now: () => new Date() };

export interface OpenDeps {
  readonly deps: Deps;
  /** Closes the databases; nothing may be asked of `deps` afterwards. */
  close(): Promise<void>;
}

/** Opens (or makes) the data folder and everything in it. Throws when it cannot be used. */
export async function openDeps(config: Config, log: Logger, clock: Clock = systemClock): Promise<OpenDeps> {
  const { dataFolder } = config;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const secret = readSecret(dataFolder, config.secret);
  const db = openDatabase(join(dataFolder, 'carrel.sqlite'));
  await migrate(db);
  const start = await settleEpoch({ db, dataFolder, log, now: clock.now() });
  await sweepUploads(dataFolder);
  const limits = new RateLimits(join(dataFolder, 'limits.sqlite'));
  const transport = openMailTransport(config, log);
  const mails = new MailSender({ db, clock, log, transport, seal: new MailSeal(secret) });
  const transcoder = new Transcoder({ db, clock, log, dataFolder, isEnabled: config.transcode === 'auto' });
  const changeWatch = new ChangeWatch({ db, log, dataFolder, start });
  const deps: Deps = {
    config,
    db,
    clock,
    log,
    limits,
    passwords: new Passwords(),
    sessions: new Sessions(secret),
    handovers: new Handovers(secret),
    media: new MediaSigner(secret),
    clientAddress: createClientAddress(config.trustedProxies),
    mails,
    resetSecrets: new ResetSecrets(secret),
    transcoder,
    changeWatch,
    eventStreams: new EventStreams({ db, clock, changes: changeWatch }),
  };
  const close = async () => {
    await Promise.all([mails.stop(), transcoder.stop()]);
    deps.eventStreams.close();
    await changeWatch.stop();
    limits.close();
    await db.destroy();
  };
  return { deps, close };
}

function openMailTransport(config: Config, log: Logger): MailTransport {
  const { smtpUrl, mailFrom, dataFolder } = config;
  if (smtpUrl !== undefined) return smtpTransport(smtpUrl, mailFrom);
  const folder = join(dataFolder, 'mail');
  log.warn({ folder }, 'no SMTP_URL: mails are written as files and reach nobody');
  return folderTransport(folder, mailFrom, log);
}
