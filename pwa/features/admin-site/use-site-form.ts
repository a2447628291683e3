import { useState } from 'react';
import * as v from 'valibot';
import { site } from '#pwa/device/site.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useAttended } from '#pwa/session/use-attended.ts';
import { findDraft } from '#pwa/store/account/drafts.ts';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { enqueueSite, SITE_DRAFT } from '#pwa/sync/enqueue/update-site.ts';
import { dropDraft, saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import type { SiteInput } from '#schema/site/site-input.ts';
import { changedFields, fieldsOf, SiteFields } from './site-fields.ts';

const Draft = v.partial(SiteFields);
type Draft = v.InferOutput<typeof Draft>;

/**
 * The settings with unsaved input, of which only the changed fields are stored, at every change; and the last command of
 * this form, also from an earlier visit.
 */
export function useSiteForm(userId: string) {
  const settings = useObservable(site);
  const [edited, setEdited] = useState<Draft>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [commandId, setCommandId] = useState<string | null>(null);
  const [hasBegun, setHasBegun] = useState(false);
  const row = usePrivateQuery(
    async (store) => (commandId === null ? null : findCommand(store, commandId)),
    [commandId],
  );
  const beginning = usePrivateQuery(findBeginning, []);
  if (!hasBegun && beginning) {
    setHasBegun(true);
    setEdited((typed) => ({ ...beginning.fields, ...typed }));
    setCommandId(beginning.commandId);
  }
  // A refusal is shown on this page.
  useAttended(commandId);
  const fields: SiteFields = Object.assign(fieldsOf(settings), edited);

  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem(null);
    } catch (error) {
      setProblem(describeFailure(error, adminMessages.siteFailed));
    }
  };
  const change = (next: Draft) => {
    const all = changedFields(Object.assign({ ...fields }, next), settings);
    setEdited({ ...edited, ...next });
    void attempt(() =>
      Object.keys(all).length > 0 ? saveDraft(userId, SITE_DRAFT, all) : dropDraft(userId, SITE_DRAFT),
    );
  };
  const save = (input: SiteInput) =>
    attempt(async () => {
      setCommandId(await enqueueSite(userId, input));
      setEdited({});
    });
  return { settings, fields, row: row ?? null, problem, change, save };
}

/** Unsaved or refused input, and the command that was not accepted yet. */
async function findBeginning(store: PrivateStore) {
  const unsent = (await listUnsent(store)).findLast(({ command }) => command.kind === 'site.update');
  const draft = v.safeParse(Draft, await findDraft(store, SITE_DRAFT));
  const commandId = unsent?.id ?? null;
  if (draft.success) return { fields: draft.output, commandId };
  const isRefused = unsent?.state === 'refused' && unsent.command.kind === 'site.update';
  return { fields: isRefused ? v.parse(Draft, unsent.command.args) : {}, commandId };
}
