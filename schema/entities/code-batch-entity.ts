import * as v from 'valibot';
import { Instant } from '../id.ts';
import { defineEntity } from './entity.ts';

/** A batch of activation codes. After `expiresAt` they unlock nothing; each unlocks its course `maxUses` times. */
export const codeBatchEntity = defineEntity(
  'codeBatch',
  { name: v.string(), note: v.string(), expiresAt: v.nullable(Instant), maxUses: v.number() },
  {
    name: { label: 'name', merge: 'ask', input: 'text' },
    note: { label: 'note', merge: 'ask', input: 'text' },
    expiresAt: { label: 'expiry', merge: 'ask', input: 'value' },
    maxUses: { label: 'number of uses', merge: 'ask', input: 'value' },
  },
  { name: '', note: '', expiresAt: null, maxUses: 1 },
);

export const CodeBatchFields = codeBatchEntity.changes;
export type CodeBatchFields = v.InferOutput<typeof CodeBatchFields>;
