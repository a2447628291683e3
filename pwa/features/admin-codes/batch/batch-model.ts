import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { ChipTone } from '#pwa/ui/display/chip.tsx';
import { normalizeEmail } from '#schema/account/email.ts';
import { codeKeys } from '#schema/activation/code-text.ts';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { normalizeCode } from '#schema/learning/activation.ts';
import type { BatchCode, CodeBatch, Redemption } from '#schema/learning/code-batches.ts';
import { type Pending, pendingOf } from '../codes-model.ts';

/** The number of codes on one page of a batch. */
export const CODES_PER_PAGE = 50;

/** A code with this device's unsent changes. */
export interface ShownCode {
  readonly code: BatchCode;
  /** The last unacknowledged change of the code, or of the access that it gave. */
  readonly pending: Pending | null;
}

/** A learner whose access is to be removed, and the code that gave it. */
export interface RemovedAccess {
  readonly codeId: string;
  readonly redemption: Redemption & { readonly userId: string };
}

/** Applies changes to codes, except refused ones. */
export function showCodes(
  codes: readonly BatchCode[],
  commands: readonly OutboxRow[],
  courseId: string,
): ShownCode[] {
  const changes = commands.filter(
    ({ command: { kind, args } }) =>
      kind === 'code.setRevoked' || (kind === 'access.setRevoked' && args.courseId === courseId),
  );
  return codes.map((code) => {
    const own = changes.filter(({ command }) => concerns(command, code));
    const shown = own.filter(({ state }) => state !== 'refused').reduce(applyChange, code);
    return { code: shown, pending: pendingOf(own) };
  });
}

function concerns({ kind, args }: OutboxRow['command'], { id, redemptions }: BatchCode): boolean {
  if (kind === 'code.setRevoked') return args.codeId === id;
  return kind === 'access.setRevoked' && redemptions.some(({ userId }) => userId === args.userId);
}

function applyChange(code: BatchCode, { command }: OutboxRow): BatchCode {
  const { createdAt } = command;
  if (command.kind === 'code.setRevoked') {
    const { revoked, removesAccess } = command.args;
    const revokedAt = revoked ? createdAt : null;
    const redemptions = code.redemptions.map((row) =>
      revoked && removesAccess ? { ...row, undoneAt: row.undoneAt ?? createdAt } : row,
    );
    return { ...code, revokedAt, redemptions };
  }
  if (command.kind !== 'access.setRevoked') return code;
  const { userId, revoked } = command.args;
  const undoneAt = revoked ? createdAt : null;
  const redemptions = code.redemptions.map((row) => (row.userId === userId ? { ...row, undoneAt } : row));
  return { ...code, redemptions };
}

/** The codes of a batch whose registration has not been sent. */
export function drawnCodes({ args }: CommandOf<'codeBatch.create'>): BatchCode[] {
  return args.codes.map((code, place) => ({
    ...{ id: `drawn-${place}`, code, uses: 0, revokedAt: null, redemptions: [] },
  }));
}

/** The codes that contain the text, or were redeemed by a learner whose name or email does. */
export function findCodes(codes: readonly BatchCode[], text: string): BatchCode[] {
  const wanted = normalizeEmail(text);
  const keys = codeKeys(text);
  return codes.filter(
    (one) =>
      keys.some((key) => normalizeCode(one.code).includes(key)) ||
      one.redemptions.some(({ userName, email }) => `${userName}\n${email}`.toLowerCase().includes(wanted)),
  );
}

interface CodeState {
  readonly label: string;
  readonly tone: ChipTone;
}

/** The state of a code on its own; that of its batch is shown above. */
export function stateOfCode({ uses, revokedAt }: BatchCode, { maxUses }: CodeBatch): CodeState {
  if (revokedAt !== null) return { label: 'Revoked', tone: 'bad' };
  if (maxUses === 1) return uses > 0 ? { label: 'Used', tone: 'neutral' } : { label: 'Unused', tone: 'ok' };
  return { label: `${uses} of ${maxUses} used`, tone: uses < maxUses ? 'ok' : 'neutral' };
}

/** Whether somebody can still unlock a course with the code. */
export function canBeHandedOut({ uses, revokedAt }: BatchCode, { maxUses }: CodeBatch): boolean {
  return uses < maxUses && revokedAt === null;
}

export function nameOfLearner({ userId, userName }: Redemption): string {
  return userId === null ? 'Deleted user' : userName;
}
