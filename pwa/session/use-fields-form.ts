import { useState } from 'react';
import * as v from 'valibot';
import { findDraft } from '#pwa/store/account/drafts.ts';
import { findCommand, listUnsent } from '#pwa/store/account/outbox.ts';
import { type FieldsKind, fieldsDrafts } from '#pwa/sync/enqueue/update-fields.ts';
import { dropDraft, saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { usePrivateQuery } from './queries/use-private-query.ts';
import { useAttended } from './use-attended.ts';

/** Some of the fields, as a draft is read. */
type Part<Fields> = { readonly [K in keyof Fields]?: Fields[K] | undefined };

interface FieldsFormOptions<Fields extends object, Input> {
  readonly userId: string;
  readonly kind: FieldsKind;
  /** Reads a stored draft. */
  readonly stored: v.GenericSchema<unknown, Part<Fields>>;
  /** The fields without unsaved input. */
  readonly current: Fields;
  /** Those that differ from the current ones. */
  readonly changed: (fields: Fields) => Part<Fields>;
  readonly enqueue: (authorId: string, input: Input) => Promise<string>;
  /** When it is not known why saving failed. */
  readonly failure: string;
}

/**
 * A form of fields that are shown changed at once, with its unsaved input, of which only the changed fields are stored, at
 * every change; and the last command of this form, also from an earlier visit.
 */
export function useFieldsForm<Fields extends object, Input>(options: FieldsFormOptions<Fields, Input>) {
  const { userId, kind, stored, current, changed, enqueue, failure } = options;
  const [edited, setEdited] = useState<Part<Fields>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [commandId, setCommandId] = useState<string | null>(null);
  const [hasBegun, setHasBegun] = useState(false);
  const row = usePrivateQuery(
    async (store) => (commandId === null ? null : findCommand(store, commandId)),
    [commandId],
  );
  /** Unsaved or refused input, and the command that was not accepted yet. */
  const beginning = usePrivateQuery(
    async (store) => {
      const unsent = (await listUnsent(store, [kind])).at(-1);
      const draft = v.safeParse(stored, await findDraft(store, fieldsDrafts[kind]));
      const refused = v.safeParse(stored, unsent?.state === 'refused' ? unsent.command.args : {});
      const input = draft.success ? draft : refused;
      return { input: input.success ? input.output : {}, commandId: unsent?.id ?? null };
    },
    [kind],
  );
  if (!hasBegun && beginning) {
    setHasBegun(true);
    // A form that was saved before this was read shows its own command.
    if (commandId === null) {
      setEdited((typed) => ({ ...beginning.input, ...typed }));
      setCommandId(beginning.commandId);
    }
  }
  // A refusal is shown on this page.
  useAttended(commandId);
  const fields: Fields = Object.assign({ ...current }, edited);

  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem(null);
    } catch (error) {
      setProblem(describeFailure(error, failure));
    }
  };
  const change = (next: Part<Fields>) => {
    setEdited((typed) => ({ ...typed, ...next }));
    const draft = changed(Object.assign({ ...fields }, next));
    const id = fieldsDrafts[kind];
    void attempt(() =>
      Object.keys(draft).length > 0 ? saveDraft(userId, id, draft) : dropDraft(userId, id),
    );
  };
  const save = (input: Input) =>
    attempt(async () => {
      setCommandId(await enqueue(userId, input));
      setEdited({});
    });
  return { fields, row: row ?? null, problem, change, save };
}
