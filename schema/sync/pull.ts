import * as v from 'valibot';
import { rowKindNames, rowKinds } from './row-kinds.ts';

/*
 * Others' changes (docs/protocol.md, Pull): rows, not trees, in the order of the server's sequence. A row
 * that changed several times is sent once, in its current state.
 */

/**
 * `activation`: its id is the course's. A new one gives the user access to the course, whose rows must be
 * fetched whole (older rows are not repeated here); `deleted` means that access was removed. `progress`: its
 * id is the lesson's.
 */
export const Change = v.union(Object.values(rowKinds).map(({ change }) => change));
export type Change = v.InferOutput<typeof Change>;

/**
 * Increases with each kind of row that is added. A device whose app knew fewer kinds pulls from the start after an update,
 * because it has passed over the rows of the others.
 */
export const PULL_LEVEL = Math.max(...Object.values(rowKinds).map(({ level }) => level));

const knownKinds = new Set<string>(rowKindNames);
/** Rows of a kind that this version does not know are passed over. */
const Changes = v.pipe(
  v.array(v.looseObject({ kind: v.string() })),
  v.filterItems(({ kind }) => knownKinds.has(kind)),
  v.array(Change),
);

/**
 * `cursor` points after the last change; `more`: request again at once. `epoch` identifies the history of the
 * server's database: another one means that it was restored from a backup and may lack acknowledged commands.
 */
export const PullReply = v.object({
  changes: Changes,
  cursor: v.string(),
  more: v.boolean(),
  epoch: v.string(),
  /** The number of the last change that the cursor is behind; missing from servers that push no pages. */
  sequence: v.optional(v.number()),
});
export type PullReply = v.InferOutput<typeof PullReply>;

/**
 * A page within an event, for a device that has pulled all changes up to `after`. It is the last one: `more` is
 * false.
 */
export const PushedPage = v.object({ ...PullReply.entries, after: v.number(), sequence: v.number() });
export type PushedPage = v.InferOutput<typeof PushedPage>;
