import type { Logger } from 'pino';
import type { ActivationProofs } from './activation/activation-proofs.ts';
import type { Passwords } from './auth/passwords/passwords.ts';
import type { EndTickets } from './auth/session/end-tickets.ts';
import type { Handovers } from './auth/session/handovers.ts';
import type { Sessions } from './auth/session/sessions.ts';
import type { SignInNetworks } from './auth/sign-in-networks.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { HtmlCleaner } from './courses/html-cleaner.ts';
import type { Database } from './db/open.ts';
import type { ClientAddress } from './http/limits/client-address.ts';
import type { RateLimits } from './http/limits/rate-limits.ts';
import type { MailSender } from './mail/mail-sender.ts';
import type { MediaSigner } from './media/media-signer.ts';
import type { ResetSecrets } from './recovery/reset-secrets.ts';
import type { SecondFactorSecrets } from './second-factor/second-factor-secrets.ts';
import type { ChangeWatch } from './sync/change-watch.ts';
import type { Cursors } from './sync/cursor.ts';
import type { EventStreams } from './sync/event-streams.ts';
import type { Restores } from './sync/restores.ts';
import type { Transcoder } from './uploads/transcode/transcoder.ts';

/** The dependencies of handlers. The server has no other global state. */
export interface Deps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly handovers: Handovers;
  readonly endTickets: EndTickets;
  readonly limits: RateLimits;
  readonly signInNetworks: SignInNetworks;
  readonly html: HtmlCleaner;
  readonly media: MediaSigner;
  readonly clientAddress: ClientAddress;
  readonly mails: MailSender;
  readonly resetSecrets: ResetSecrets;
  readonly secondFactorSecrets: SecondFactorSecrets;
  readonly transcoder: Transcoder;
  readonly changeWatch: ChangeWatch;
  readonly eventStreams: EventStreams;
  readonly cursors: Cursors;
  readonly activationProofs: ActivationProofs;
  readonly restores: Restores;
}
