import * as v from 'valibot';
import { defineEntity } from './entity.ts';

/** The title can be edited. A resource keeps its type and its address; its file is replaced by an upload. */
export const resourceEntity = defineEntity(
  'resource',
  { title: v.string() },
  { title: { label: 'title', merge: 'ask', input: 'text', max: 300 } },
  {},
);

export const ResourceFields = resourceEntity.changes;
export type ResourceFields = v.InferOutput<typeof ResourceFields>;
