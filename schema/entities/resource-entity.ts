import * as v from 'valibot';
import { defineEntity } from './entity.ts';

/** A resource keeps its type, and its address or file; its title can be edited. */
export const resourceEntity = defineEntity(
  'resource',
  { title: v.string() },
  { title: { label: 'title', merge: 'ask', input: 'text' } },
  {},
);

export const ResourceFields = resourceEntity.changes;
export type ResourceFields = v.InferOutput<typeof ResourceFields>;
