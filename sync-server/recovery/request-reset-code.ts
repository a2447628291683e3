import { v7 as uuidv7 } from 'uuid';
import type { ForgotPasswordInput } from '#schema/account/recovery.ts';
import { RESET_CODE_LIFETIME_SECONDS, RESET_CODE_RESEND_SECONDS, RESET_CODE_TRIES } from '#schema/limits.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { MailContent } from '../mail/mail-content.ts';
import { resetCodeMail } from './recovery-mails.ts';
import type { Addressee } from './recovery-queries.ts';
import {
  findRecentRequest,
  findRequest,
  removeExpiredRequests,
  upsertRequest,
} from './reset-request-queries.ts';

const LIFETIME_MS = RESET_CODE_LIFETIME_SECONDS * 1_000;
const RESEND_MS = RESET_CODE_RESEND_SECONDS * 1_000;

interface CodeRequest extends ForgotPasswordInput {
  readonly user: Addressee | undefined;
  readonly address: string;
  /** Composes the mail; that of a user's own request unless given. */
  readonly compose?: (code: MailedCode) => MailContent;
}

interface MailedCode {
  readonly code: string;
  readonly requestId: string;
  readonly createdAt: string;
}

/**
 * Returns the id that the attempts of a code request are counted on (docs/why/security.md). A request with a
 * known id keeps the id and gets a new code after a minute. Any other gets a new id; if the same network
 * requested a code for the same email within the last minute, it shares the code that was mailed then.
 */
export async function requestResetCode(
  deps: Deps,
  trx: Trx,
  request: CodeRequest,
): Promise<{ requestId: string; isSent: boolean }> {
  const { resetSecrets } = deps;
  const now = deps.clock.now();
  await removeExpiredRequests(trx, now.toISOString());
  const since = new Date(now.getTime() - RESEND_MS).toISOString();
  const emailHash = resetSecrets.hashEmail(request.email);
  const networkHash = resetSecrets.hashNetwork(request.email, request.address);
  const given = request.requestId ?? '';
  const named = await findRequest(trx, { idHash: resetSecrets.hashToken(given), emailHash });
  if (named !== undefined && named.createdAt > since) return { requestId: given, isSent: false };
  const requestId = named === undefined ? resetSecrets.makeToken() : given;
  const idHash = resetSecrets.hashToken(requestId);
  const recent = await findRecentRequest(trx, { emailHash, networkHash }, since);
  if (named === undefined && recent !== undefined) {
    await upsertRequest(trx, { ...recent, idHash, triesLeft: RESET_CODE_TRIES, plainTriesLeft: null });
    return { requestId, isSent: false };
  }
  const codeId = uuidv7();
  const code = resetSecrets.makeCode();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS).toISOString();
  const createdAt = now.toISOString();
  await upsertRequest(trx, {
    idHash,
    emailHash,
    networkHash,
    userId: request.user?.id ?? null,
    codeId,
    codeHash: resetSecrets.hashCode(codeId, code),
    triesLeft: RESET_CODE_TRIES,
    plainTriesLeft: RESET_CODE_TRIES,
    createdAt,
    expiresAt,
    closedAt: null,
  });
  const { publicUrl } = deps.config;
  const ownMail = () => resetCodeMail({ name: request.user?.name ?? 'nobody', code, publicUrl });
  const content = request.compose?.({ code, requestId, createdAt }) ?? ownMail();
  await enqueueCode(deps, trx, { user: request.user, content, createdAt, expiresAt });
  return { requestId, isSent: true };
}

interface Sent {
  readonly user: Addressee | undefined;
  readonly content: MailContent;
  readonly createdAt: string;
  readonly expiresAt: string;
}

async function enqueueCode(
  deps: Deps,
  trx: Trx,
  { user, content, createdAt, expiresAt }: Sent,
): Promise<void> {
  const to = user === undefined ? noRecipient : ({ kind: 'resetCode', recipient: user.email } as const);
  await deps.mails.enqueue(trx, { ...to, content, createdAt, expiresAt });
}

const noRecipient = { kind: 'nobody', recipient: '' } as const;
