import { setImmediate } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A real SMTP server on a free port that stores received messages. */
export interface Inbox {
  /** For SMTP_URL. */
  readonly url: string;
  /** All accepted messages, in order. */
  readonly mails: readonly ReceivedMail[];
  /** The number of next messages to reject with "try again later" (451). */
  refuseNext(times: number): void;
  /** From now on this recipient is refused with a status of SMTP; null: accepted again. */
  refuseRecipient(address: string, status: number | null): void;
  /** From now on messages are received, but never acknowledged. */
  hang(): void;
  /** Resolves when a client has begun to send a message that hangs. */
  whenHanging(): Promise<void>;
  close(): Promise<void>;
}

export interface ReceivedMail {
  readonly raw: string;
  readonly recipients: readonly string[];
  readonly mail: Email;
}

/** Opened for one test, closed when it ends. `port` reopens a closed one. */
export async function openInbox(port = 0): Promise<Inbox> {
  const mails: ReceivedMail[] = [];
  const refused = new Map<string, number>();
  let refusals = 0;
  let isHanging = false;
  let hangingCount = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 50,
    onRcptTo: ({ address }, _session, callback) => {
      const responseCode = refused.get(address);
      if (responseCode === undefined) return callback();
      callback(Object.assign(new Error('No mail for this address'), { responseCode }));
    },
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (isHanging) {
          hangingCount += 1;
          return;
        }
        if (refusals > 0) {
          refusals -= 1;
          callback(Object.assign(new Error('Try again later'), { responseCode: 451 }));
          return;
        }
        const raw = Buffer.concat(chunks);
        const recipients = session.envelope.rcptTo.map((to) => to.address);
        mails.push({ raw: raw.toString('utf8'), recipients, mail: await PostalMime.parse(raw) });
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('The inbox has no port');
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refuseNext: (times) => {
      refusals = times;
    },
    refuseRecipient: (recipient, status) => {
      if (status === null) refused.delete(recipient);
      else refused.set(recipient, status);
    },
    hang: () => {
      isHanging = true;
    },
    whenHanging: async () => {
      while (hangingCount === 0) await setImmediate();
    },
    close,
  };
}
