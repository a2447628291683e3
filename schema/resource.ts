import * as v from 'valibot';
import { Id } from './id.ts';

export const ResourceType = v.picklist(['pdf', 'video', 'link']);
export type ResourceType = v.InferOutput<typeof ResourceType>;

/**
 * Something that goes with a lesson and opens in a new tab. `url` is an https address, or a signed
 * path below /media for a file of our own; only the latter has `sizeBytes` and `contentType` and can be kept
 * offline. One with WebVTT in its file holds the captions of the lesson's film.
 */
export const Resource = v.object({
  id: Id,
  type: ResourceType,
  title: v.string(),
  url: v.string(),
  sizeBytes: v.nullable(v.number()),
  contentType: v.optional(v.nullable(v.string())),
  position: v.optional(v.string()),
  version: v.optional(v.number()),
});
export type Resource = v.InferOutput<typeof Resource>;
