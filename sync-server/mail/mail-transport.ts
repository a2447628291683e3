import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { type MailContent, oneLine } from './mail-content.ts';

const CONNECTION_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 30_000;

/** A message ready for delivery. */
export interface OutgoingMail extends MailContent {
  /** In the place of the sender's configured name; empty: that one. */
  readonly senderName?: string;
  readonly id: string;
  readonly recipient: string;
  readonly createdAt: string;
}

/** The transport of messages. Resolves when the message was accepted (or is on disk); rejects otherwise. */
export interface MailTransport {
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** Reset codes never cross a network unencrypted; a mail server on this machine needs no encryption. */
export function needsTls(smtpUrl: string): boolean {
  const { hostname } = new URL(smtpUrl);
  return !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** Through an SMTP server: `smtp://user:password@host:port` or `smtps://…`. */
export function smtpTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createSmtpTransport(smtpUrl);
  return {
    deliver: async (mail, signal) => {
      await transport.sendMail({ ...toMessage(mail, from), signal });
    },
  };
}

const SmtpRefusal = v.object({ responseCode: v.number(), response: v.string(), command: v.string() });

/**
 * Whether the mail server refused this recipient or this message for good: a 5xx reply to the recipient or the content.
 * Not a refusal of the sender or of the login, nor one by policy (5.7, RFC 3463), such as a relay that is closed: the
 * operator can correct these, and the message is sent afterwards.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!v.is(SmtpRefusal, error)) return false;
  const { responseCode, response, command } = error;
  const isOfRecipient = command === 'RCPT TO' || command === 'DATA';
  return isOfRecipient && responseCode >= 500 && !/^5\d\d[ -]5\.7\./.test(response);
}

/** Connects to the SMTP server and signs in. Throws with its reply when that fails. */
export async function verifySmtp(smtpUrl: string): Promise<void> {
  const transport = createSmtpTransport(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const createSmtpTransport = (smtpUrl: string) =>
  createTransport({
    url: smtpUrl,
    requireTLS: needsTls(smtpUrl),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });

/**
 * Without an SMTP server: each message is written to a file that mail programs can open, and its path is
 * logged.
 */
export function folderTransport(folder: string, from: string, log: Logger): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    deliver: async (mail) => {
      const { message } = await composer.sendMail(toMessage(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${mail.createdAt.replace(/[:.]/g, '-')}-${mail.id}.eml`);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ mailId: mail.id, file }, 'mail written: SMTP_URL is not set');
    },
  };
}

/**
 * The same row always has the same Message-ID, so a message sent twice (the server died between sending and
 * recording it) is recognised as a duplicate.
 */
function toMessage(mail: OutgoingMail, from: string): SendMailOptions {
  const { subject, text, html, replyTo } = mail;
  const domain = domainToASCII(/@([^\s<>]+)/.exec(from)?.[1] ?? '') || 'localhost';
  return {
    from: mail.senderName ? { name: oneLine(mail.senderName), address: addressOf(from) } : from,
    to: { name: '', address: mail.recipient },
    ...(replyTo === undefined ? {} : { replyTo }),
    subject,
    text,
    html,
    date: new Date(mail.createdAt),
    messageId: `<${mail.id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** `learn@example.org` of `Name <learn@example.org>`. */
const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
