import type { Logger } from 'pino';
import type { Handovers } from './auth/handovers.ts';
import type { Passwords } from './auth/passwords.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import type { ClientAddress } from './http/client-address.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { MailSender } from './mail/mail-sender.ts';
import type { MediaSigner } from './media/media-signer.ts';
import type { ResetSecrets } from './recovery/reset-secrets.ts';
import type { ChangeWatch } from './sync/change-watch.ts';
import type { EventStreams } from './sync/event-streams.ts';
import type { Transcoder } from './uploads/transcoder.ts';

/** The time, replaceable in tests. */
export interface Clock {
  now(): Date;
}

/** What handlers receive. Nothing else in the server is global. */
export interface Deps {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly handovers: Handovers;
  readonly limits: RateLimits;
  readonly media: MediaSigner;
  readonly clientAddress: ClientAddress;
  readonly mails: MailSender;
  readonly resetSecrets: ResetSecrets;
  readonly transcoder: Transcoder;
  readonly changeWatch: ChangeWatch;
  readonly eventStreams: EventStreams;
}
