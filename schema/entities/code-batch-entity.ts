import * as v from 'valibot';
import { Instant } from '../id.ts';
import { defineEntity } from './entity.ts';

/** A batch of activation codes. After `expiresAt` they unlock nothing; each unlocks its course `maxUses` times. */
export const codeBatchEntity = defineEntity(
  'codeBatch',
  { name: v.string(), note: v.string(), expiresAt: v.nullable(Instant), maxUses: v.number() },
  {
    name: { label: 'name', merge: 'ask', input: 'text', max: 100 },
    note: { label: 'note', merge: 'ask', input: 'text', max: 1_000 },
    expiresAt: { label: 'expiry', merge: 'ask', input: 'value' },
    maxUses: { label: 'number of uses', merge: 'ask', input: 'value', max: 10_000 },
  },
  { name: '', note: '', expiresAt: null, maxUses: 1 },
);

export const CodeBatchFields = codeBatchEntity.changes;
export type CodeBatchFields = v.InferOutput<typeof CodeBatchFields>;
