import * as v from 'valibot';
import { defineEntity } from './entity.ts';

/** `position` is a fractional key among the modules of the course. */
export const moduleEntity = defineEntity(
  'module',
  { title: v.string(), description: v.string(), position: v.string() },
  {
    title: { label: 'title', merge: 'ask' },
    description: { label: 'description', merge: 'ask' },
    position: { label: 'place', merge: 'mine' },
  },
  { description: '' },
);

export const ModuleFields = moduleEntity.changes;
export type ModuleFields = v.InferOutput<typeof ModuleFields>;
