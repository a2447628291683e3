import { useState } from 'react';
import * as v from 'valibot';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useAttended } from '#pwa/session/use-attended.ts';
import { findDraft } from '#pwa/store/account/drafts.ts';
import { findCommand, listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueProfile, PROFILE_DRAFT } from '#pwa/sync/enqueue/update-profile.ts';
import { dropDraft, saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import type { ProfileInput } from '#schema/account/profile.ts';
import type { User } from '#schema/account/user.ts';
import { messages } from '#schema/messages/messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { changedFields, ProfileFields } from './profile-fields.ts';

interface Beginning {
  /** Unsaved or refused input; null if there is none. */
  readonly fields: ProfileFields | null;
  readonly commandId: string | null;
}

/**
 * The user's name and avatar with unsaved input, which is stored at every change; and the last command of
 * this form, also from an earlier visit.
 */
export function useProfileForm(user: User) {
  const [edited, setEdited] = useState<ProfileFields | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [commandId, setCommandId] = useState<string | null>(null);
  const [hasBegun, setHasBegun] = useState(false);
  const row = usePrivateQuery(
    async (store) => (commandId === null ? null : findCommand(store, commandId)),
    [commandId],
  );
  const beginning = usePrivateQuery((store) => findBeginning(store, user), []);
  if (!hasBegun && beginning) {
    setHasBegun(true);
    if (edited === null) setEdited(beginning.fields);
    setCommandId(beginning.commandId);
  }
  // A refusal is shown on this page.
  useAttended(commandId);
  const fields = edited ?? { name: user.name, avatar: user.avatar };

  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem(null);
    } catch (error) {
      setProblem(describeFailure(error, messages.profileScreenFailed));
    }
  };
  const change = (next: ProfileFields) => {
    setEdited(next);
    const isChanged = Object.keys(changedFields(next, user)).length > 0;
    void attempt(() =>
      isChanged ? saveDraft(user.id, PROFILE_DRAFT, next) : dropDraft(user.id, PROFILE_DRAFT),
    );
  };
  const save = (changed: ProfileInput) =>
    attempt(async () => {
      setCommandId(await enqueueProfile(user.id, changed));
      setEdited(null);
    });
  return { fields, row: row ?? null, problem, change, save };
}

async function findBeginning(store: PrivateStore, user: User): Promise<Beginning> {
  const unsent = (await listUnsent(store)).findLast(({ command }) => command.kind === 'profile.update');
  const draft = v.safeParse(ProfileFields, await findDraft(store, PROFILE_DRAFT));
  const commandId = unsent?.id ?? null;
  if (draft.success) return { fields: draft.output, commandId };
  return { fields: unsent?.state === 'refused' ? fieldsOf(unsent, user) : null, commandId };
}

function fieldsOf({ command }: OutboxRow, user: User): ProfileFields | null {
  if (command.kind !== 'profile.update') return null;
  const { name = user.name, avatar = user.avatar } = command.args;
  return { name, avatar };
}
