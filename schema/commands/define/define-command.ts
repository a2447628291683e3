import * as v from 'valibot';
import type { RejectedTextInput } from '#schema/editor/history.ts';
import type { FieldValues } from '#schema/editor/merge.ts';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import type { EditedRow, Entity } from '#schema/entities/entity.ts';
import { Id, IdempotencyKey, Instant } from '#schema/id.ts';

/** The fields of every command besides its kind and its arguments. */
const envelope = {
  /** Also its Idempotency-Key. */
  id: IdempotencyKey,
  userId: Id,
  version: v.number(),
  createdAt: Instant,
  /**
   * Set when it is offered again after a restore of the server: the epoch in which it was acknowledged, or
   * `unknown`.
   */
  offeredFor: v.optional(v.string()),
};
export type Envelope = v.InferOutput<v.ObjectSchema<typeof envelope, undefined>>;

/** The HTTP request of a command. */
export interface CommandRequest {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The version of a row that a command was made on; it is sent as If-Match. */
export interface SeenVersion<Args> {
  of(args: Args): number;
  /** Returns the command based on another version. */
  at(args: Args, version: number): Args;
}

/** A change of fields of a row. */
export interface FieldEdit<Args> {
  /** The values seen of the fields that change. */
  base(args: Args): FieldValues;
  changes(args: Args): FieldValues;
  /** Returns the edit with other values, based on another version of the row. */
  rewrite(args: Args, edit: Rewrite): Args;
}

/** An edit of fields, based on a version of the row: new values, and the values that were seen. */
export type Rewrite = EditedRow & { readonly base: FieldValues };

/** A create coalesced with an edit of its unsent row. */
export interface CoalescedCreate<Args> {
  readonly args: Args;
  /** Changes that a create cannot contain and that follow it. */
  readonly rest: Rewrite | null;
}

/** Texts of a command that was not accepted, as the history stores them. */
export interface RejectedText {
  readonly courseId: string;
  readonly entity: RejectedTextInput['entity'];
  readonly entityId: string;
  readonly entityTitle: string;
  readonly fields: FieldValues;
}

/** The screen on which a command is made; `recordId` is a module, a lesson or another record of the editor. */
export type CommandScreen =
  | { readonly name: 'editor'; readonly courseId: string; readonly recordId?: string | undefined }
  | { readonly name: 'activation'; readonly courseId: string }
  | { readonly name: 'lesson'; readonly lessonId: string }
  | { readonly name: 'person'; readonly userId: string }
  | {
      readonly name:
        | 'codes'
        | 'enterCode'
        | 'profile'
        | 'reports'
        | 'requests'
        | 'site'
        | 'support'
        | 'trash'
        | 'users'
        | 'workspace';
    };

/** The draft that a saved edit becomes again: changed fields, or a mark for deletion. */
export type DraftForm = 'fields' | 'deletion';

/**
 * The fate of an acknowledged command that a restored server may have lost (docs/why/restore.md). `always`: it
 * is sent again. `unlessDiscarded`: the same, unless the operator discards what came after the backup.
 * `onlyByDecision`: it may be the mistake that the restore was to undo, so it is done again only by the operator's
 * decision, or the user's.
 */
export type AfterRestore = 'always' | 'unlessDiscarded' | 'onlyByDecision';

/** The effect of a command on its target row. */
export type Effect = 'create' | 'edit' | 'delete' | 'other';

/**
 * A kind of queued edit, as known to app and server. A kind is never removed and its arguments are only ever
 * extended, so the queue of an old device stays readable.
 */
export interface CommandDefinition<Kind extends string, Args> {
  readonly kind: Kind;
  request(command: Pick<Envelope, 'id' | 'userId'> & { readonly args: Args }): CommandRequest;
  /** The effect of the command as a user-facing sentence. Never shows an activation code. */
  sentence(args: Args): string;
  /** The user-facing text when the server fails without its own text (spec map, section 8). */
  readonly failure: string;
  /** The user-facing texts by status, for a refusal without its own text (spec map, section 8). */
  readonly refusals: Readonly<Record<number, string>>;
  /** Commands on one record are sent in the order of entry; others need not wait for each other. */
  record(command: Pick<Envelope, 'id'> & { readonly args: Args }): string;
  /** The screen on which it is made. */
  screen(args: Args): CommandScreen;
  /** The editor's rows that contain the command, from the course to its own row; empty outside the editor. */
  rows(args: Args): readonly string[];
  readonly effect: Effect;
  /** The draft that a refused command becomes again; null if it was not saved from a draft. */
  readonly draft: DraftForm | null;
  /** The kind of row that is edited or deleted, which a version conflict shows. */
  readonly entity: Entity | null;
  /** Whether the command affects everything in its row, and so waits for all earlier commands there. */
  affectsSubtree(args: Args): boolean;
  /**
   * Whether later commands on the record wait while this one is refused, because they were made with it in
   * view.
   */
  readonly holdsWhenRefused: boolean;
  afterRestore(args: Args): AfterRestore;
  readonly seen: SeenVersion<Args> | null;
  readonly edit: FieldEdit<Args> | null;
  /** For a create: coalesces an edit of the row, so one command is sent. */
  readonly coalesceEdit: ((args: Args, changes: FieldValues) => CoalescedCreate<Args>) | null;
  /** The texts that the history stores when the command is discarded in a conflict; null without texts. */
  readonly rejectedText: ((args: Args) => RejectedText) | null;
  /**
   * The arguments as stored after the ack: without secrets such as activation codes, and with additions from
   * the reply.
   */
  afterAck(args: Args, output: unknown): Args;
}

type Always = 'kind' | 'request' | 'sentence' | 'failure' | 'record' | 'screen' | 'afterRestore';
type Members<Kind extends string, Args> = Pick<CommandDefinition<Kind, Args>, Always> &
  Partial<Omit<CommandDefinition<Kind, Args>, Always>>;

/** Defines a kind of command; omitted members default to those of a command outside the editor. */
export function defineCommand<const Kind extends string, Args extends v.GenericSchema>(
  kind: Kind,
  args: Args,
  members: Omit<Members<Kind, v.InferOutput<Args>>, 'kind'>,
) {
  const schema = v.object({ ...envelope, kind: v.literal(kind), args });
  const definition: CommandDefinition<Kind, v.InferOutput<Args>> = { ...outsideOfEditor, kind, ...members };
  return { ...definition, args, schema };
}

const outsideOfEditor = {
  refusals: {},
  rows: () => [],
  effect: 'other',
  draft: null,
  entity: null,
  affectsSubtree: () => false,
  holdsWhenRefused: false,
  seen: null,
  edit: null,
  coalesceEdit: null,
  rejectedText: null,
  afterAck: <Args>(args: Args) => args,
} as const;
