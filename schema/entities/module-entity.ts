import * as v from 'valibot';
import { defineEntity } from './entity.ts';

/** `position` is a fractional key among the modules of the course. */
export const moduleEntity = defineEntity(
  'module',
  { title: v.string(), description: v.string(), position: v.string() },
  {
    title: { label: 'title', merge: 'ask', input: 'text', max: 300 },
    description: { label: 'description', merge: 'ask', input: 'text', max: 20_000 },
    position: { label: 'place', merge: 'mine', input: null },
  },
  { description: '' },
);

export const ModuleFields = moduleEntity.changes;
export type ModuleFields = v.InferOutput<typeof ModuleFields>;
