import * as v from 'valibot';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { codeBatchEntity } from '#schema/entities/code-batch-entity.ts';
import { normalizeCode } from '#schema/learning/activation.ts';
import {
  type CodeBatch,
  CodeBatchReply,
  CreateCodeBatchInput,
  UpdateCodeBatchInput,
} from '#schema/learning/code-batches.ts';
import { noteMoreCodes } from '../activation/low-codes.ts';
import { changedFields, requireVersion } from '../courses/row-rules.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { CommandReply } from '../http/commands/command.ts';
import type { CommandCall, CommandOrigin } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { hasCourse } from './add-codes-queries.ts';
import { listNewCodes } from './batch-code-queries.ts';
import {
  type FoundBatch,
  findBatch,
  insertBatch,
  insertNewCodes,
  isBatchId,
  listTaken,
  newBatch,
  updateBatch,
} from './batch-queries.ts';
import { recordCodeRevision } from './code-revisions.ts';
import { markUsedUp } from './mark-used-up.ts';
import { recordUnused } from './record-unused.ts';

/** Registering a batch of codes, and editing it. */
export function batchCommandRoutes(deps: Deps): Route[] {
  return [
    commandRoute(deps, {
      endpoint: endpoints.createCodeBatch,
      parse: (body) => parseInput(CreateCodeBatchInput, body),
      run: createBatch,
      afterCommit: async (origin, reply) => logCodes(deps, 'batch created', origin, reply),
      complete: async (reply) => ({ body: await withCodes(deps, reply), headers: {} }),
    }),
    commandRoute(deps, {
      endpoint: endpoints.updateCodeBatch,
      parse: (body) => parseInput(UpdateCodeBatchInput, body),
      run: (trx, call) => editBatch(trx, call, deps),
      afterCommit: async (origin, reply) => {
        await markUsedUp(deps);
        logCodes(deps, 'batch edited', origin, reply);
      },
    }),
  ];
}

/** All codes or none. The receipt has no codes; `withCodes` adds them. */
async function createBatch(trx: Trx, call: CommandCall<CreateCodeBatchInput>) {
  const { caller, input, now } = call;
  const { courseId, codes, ...fields } = input;
  if (!(await hasCourse(trx, courseId))) throw new ApiError('course_not_found');
  if (await isBatchId(trx, input.id)) throw new ApiError('id_taken');
  const isRepeated = new Set(codes.map(normalizeCode)).size < codes.length;
  const taken = isRepeated ? repeatedOf(codes) : await listTaken(trx, { courseId, codes });
  if (taken.length > 0) throw new ApiError('codes_taken', { current: { taken } });
  const at = now.toISOString();
  const created = { courseId, createdAt: at, createdBy: caller.id, count: codes.length } as const;
  await insertBatch(trx, { ...newBatch, ...fields, ...created, origin: 'drawn' });
  await insertNewCodes(trx, { courseId, batch: input.id, codes, at });
  const batch = await getBatch(trx, input.id);
  await recordCodeRevision(trx, call, batch, { kind: 'create', after: { added: codes.length } });
  await recordChanges(trx, at, [{ kind: 'course', id: courseId, courseId }]);
  await noteMoreCodes(trx, { courseId, at });
  return { batch: withoutTitle(batch), codes: [] };
}

/** The later ones of codes that occur twice in one list. */
function repeatedOf(codes: readonly string[]): string[] {
  const seen = new Set<string>();
  return codes.filter((code) => {
    const key = normalizeCode(code);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

async function editBatch(trx: Trx, call: CommandCall<UpdateCodeBatchInput>, deps: Deps) {
  const { input, ifMatch, now, param } = call;
  const batch = await getBatch(trx, param('batchId'));
  await requireVersion(batch, ifMatch, async () => withoutTitle(batch));
  const changed = changedFields<CodeBatch>(batch, input);
  if (changed === null) return { batch: withoutTitle(batch) };
  await updateBatch(trx, batch, changed);
  const edited = await getBatch(trx, batch.id);
  const valuesOf = (row: CodeBatch) =>
    Object.fromEntries(
      Object.entries(codeBatchEntity.readValues(row)).flatMap(([name, value]) =>
        name in changed && value !== undefined ? [[name, value]] : [],
      ),
    );
  const step = { before: valuesOf(batch), after: valuesOf(edited) };
  await recordCodeRevision(trx, call, edited, { kind: 'update', ...step });
  await recordUnused(trx, deps, { courseId: batch.courseId, at: now.toISOString() });
  return { batch: withoutTitle(edited) };
}

export async function getBatch(trx: Trx, id: string): Promise<FoundBatch> {
  const batch = await findBatch(trx, id);
  if (batch === undefined) throw new ApiError('code_batch_not_found');
  return batch;
}

export const withoutTitle = ({ courseTitle: _, ...batch }: FoundBatch): CodeBatch => batch;

async function withCodes(deps: Deps, reply: CommandReply): Promise<string> {
  if (reply.status !== 200) return reply.body;
  const { batch } = v.parse(CodeBatchReply, JSON.parse(reply.body));
  return JSON.stringify({ batch, codes: await listNewCodes(deps.db, batch.id) });
}

/** Logs who did what, without codes; the history says to what. */
export function logCodes(deps: Deps, event: string, { caller }: CommandOrigin, reply: CommandReply): void {
  const line = { userId: caller.id, status: reply.status };
  deps.mails.scheduleDrain();
  if (reply.status === 200) deps.log.info(line, event);
  else deps.log.warn(line, `${event}: refused`);
}
