import { useState } from 'react';
import * as v from 'valibot';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useAttended } from '#pwa/session/use-attended.ts';
import { findDraft } from '#pwa/store/account/drafts.ts';
import { findCommand, listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueSupport, SUPPORT_DRAFT } from '#pwa/sync/enqueue/request-support.ts';
import { dropDraft, saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import type { User } from '#schema/account/user.ts';
import { messages } from '#schema/messages/messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { emptyFields, isWorthSaving, type SupportContent, SupportFields } from './support-fields.ts';

interface Beginning {
  readonly fields: SupportFields;
  readonly isRestored: boolean;
  /** A waiting request from an earlier visit, which is shown first. */
  readonly commandId: string | null;
}

/**
 * The support request of a signed-in user: its fields, stored at every change, and its command, also from an
 * earlier visit. `fields` is null until the stored draft is read.
 */
export function useMemberSupport(user: User) {
  const empty = emptyFields(user);
  const [fields, setFields] = useState<SupportFields | null>(null);
  const [isRestored, setIsRestored] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [commandId, setCommandId] = useState<string | null>(null);
  const [isSentHere, setIsSentHere] = useState(false);
  const [isStoring, setIsStoring] = useState(false);
  const row = usePrivateQuery(
    async (store) => (commandId === null ? null : findCommand(store, commandId)),
    [commandId],
  );
  // A refusal is shown on this page.
  useAttended(commandId);
  const begin = (found: Beginning) => {
    setFields(found.fields);
    setIsRestored(found.isRestored);
    setCommandId(found.commandId);
  };
  const beginning = usePrivateQuery((store) => findBeginning(store, empty), []);
  if (fields === null && beginning) begin(beginning);

  const save = (work: Promise<void>) =>
    work.then(
      () => setProblem(null),
      (error: unknown) => setProblem(sentenceOf(error)),
    );
  return {
    fields,
    isRestored,
    problem,
    row: row ?? null,
    /** The request is being stored, or its command is being read: a second press must not send it again. */
    isStoring: isStoring || (isSentHere && commandId !== null && row === undefined),
    /**
     * Whether it was sent in this visit. Only then the form stays busy while it is sent; otherwise the user
     * may be typing in it.
     */
    isSentHere,
    change: (next: SupportFields) => {
      setFields(next);
      void save(
        isWorthSaving(next, empty)
          ? saveDraft(user.id, SUPPORT_DRAFT, next)
          : dropDraft(user.id, SUPPORT_DRAFT),
      );
    },
    startAfresh: () => {
      begin({ fields: empty, isRestored: false, commandId: null });
      void save(dropDraft(user.id, SUPPORT_DRAFT));
    },
    send: async (request: SupportContent) => {
      setIsStoring(true);
      try {
        const replaces = row?.state === 'refused' ? row.id : null;
        setCommandId(await enqueueSupport(user.id, { request, replaces }));
        setIsSentHere(true);
        setIsRestored(false);
        setProblem(null);
      } catch (error) {
        setProblem(sentenceOf(error));
      }
      setIsStoring(false);
    },
  };
}

async function findBeginning(store: PrivateStore, empty: SupportFields): Promise<Beginning> {
  const draft = v.safeParse(SupportFields, await findDraft(store, SUPPORT_DRAFT));
  if (draft.success) return { fields: draft.output, isRestored: true, commandId: null };
  const last = (await listUnsent(store, ['support.request'])).at(-1);
  const fields = last?.state === 'refused' ? fieldsOf(last, empty) : empty;
  return { fields, isRestored: false, commandId: last?.id ?? null };
}

function fieldsOf({ command }: OutboxRow, empty: SupportFields): SupportFields {
  if (command.kind !== 'support.request') return empty;
  return { ...command.args, orderNumber: command.args.orderNumber ?? '' };
}

function sentenceOf(error: unknown): string {
  return describeFailure(error, messages.supportFailed);
}
