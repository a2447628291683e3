import * as v from 'valibot';
import { Id } from '../id.ts';

export const ResourceType = v.picklist(['pdf', 'video', 'link']);
export type ResourceType = v.InferOutput<typeof ResourceType>;

/**
 * A resource of a lesson that opens in a new tab. `url` is an https URL, or a signed path below /media for an
 * uploaded file; only the latter has `sizeBytes` and `contentType` and can be downloaded for offline use. One
 * with a WebVTT file holds the captions of the lesson's video.
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
