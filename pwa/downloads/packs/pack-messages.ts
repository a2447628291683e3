import * as v from 'valibot';

/*
 * Messages between a page and its worker of packs (pwa/worker/pack-worker.ts). The worker does one thing at a time and
 * ends each with one reply other than `bytes`.
 */

/** A downloaded file, and the name of its entry in a pack. */
export const PackedFile = v.object({ fileId: v.string(), name: v.string(), sizeBytes: v.number() });
export type PackedFile = v.InferOutput<typeof PackedFile>;

const Handle = v.custom<FileSystemFileHandle>(
  (value) => 'FileSystemFileHandle' in globalThis && value instanceof FileSystemFileHandle,
);

export const PackRequest = v.variant('kind', [
  /** Write a pack, into the file or (null) as a blob. */
  v.object({
    kind: v.literal('write'),
    userId: v.string(),
    files: v.array(PackedFile),
    handle: v.nullable(Handle),
  }),
  /** List the entries of a pack. */
  v.object({ kind: v.literal('read'), file: v.instance(Blob) }),
  v.object({ kind: v.literal('hash'), bytes: v.instance(Blob) }),
]);
export type PackRequest = v.InferOutput<typeof PackRequest>;

const Entry = v.object({
  digest: v.string(),
  sizeBytes: v.number(),
  offset: v.nullable(v.number()),
});

export const PackReply = v.union([
  /** How many bytes were done since the last report. */
  v.object({ bytes: v.number() }),
  v.object({ problem: v.string() }),
  v.object({ entries: v.array(Entry) }),
  v.object({ digest: v.string() }),
  v.object({ written: v.nullable(v.instance(Blob)) }),
]);
export type PackReply = v.InferOutput<typeof PackReply>;
