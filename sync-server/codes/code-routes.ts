import * as v from 'valibot';
import { tidyCode } from '#schema/activation/code-text.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { normalizeCode } from '#schema/learning/activation.ts';
import { UploadCodesInput, type UploadCodesReply } from '#schema/learning/codes.ts';
import { CODES_SHOWN_STORED } from '#schema/limits.ts';
import { countCodes, listUnusedCodes } from '../activation/code-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { insertRevision } from '../history/revision-queries.ts';
import { findSnapshot } from '../history/snapshot-queries.ts';
import type { CommandReply } from '../http/commands/command.ts';
import type { CommandCall, CommandOrigin } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseInput } from '../http/parse-input.ts';
import { ApiError } from '../http/reply/api-error.ts';
import type { Route } from '../http/route.ts';
import { type AddedCodes, addCodes, finishBatch, hasCourse } from './add-codes-queries.ts';

/** The reply as stored in its receipt: with the course's id, without the list, which may be long. */
const StoredReply = v.object({ courseId: v.string(), added: v.number(), known: v.number() });

/** Adds activation codes to a course (docs/spec-map.md, section 7). The codes are never logged. */
export function codeRoutes(deps: Deps): Route[] {
  return [
    commandRoute<typeof endpoints.uploadCodes, AddedCodes | undefined>(deps, {
      endpoint: endpoints.uploadCodes,
      parse: parseCodes,
      prepare: (body, origin) => addListed(deps, body, origin),
      run: finish,
      afterCommit: async (origin, reply) => logUpload(deps, origin, reply),
      complete: async (reply, { isMinimal }) => ({
        body: await withCodes(deps, reply, isMinimal ? CODES_SHOWN_STORED : undefined),
        headers: {},
      }),
    }),
  ];
}

/** A list of blanks contains no code either. */
function parseCodes(body: unknown): UploadCodesInput {
  const input = parseInput(UploadCodesInput, body);
  if (!input.codes.some(isCode)) throw new ApiError('codes_none');
  return input;
}

const isCode = (text: string): boolean => normalizeCode(tidyCode(text)) !== '';

/** The slow part, in pieces and outside the command's transaction. `finish` rejects invalid input. */
async function addListed(deps: Deps, body: unknown, origin: CommandOrigin): Promise<AddedCodes | undefined> {
  const input = v.safeParse(UploadCodesInput, body);
  if (!input.success || !input.output.codes.some(isCode)) return undefined;
  return addCodes(deps.db, {
    courseId: origin.param('courseId'),
    userId: origin.caller.id,
    at: deps.clock.now().toISOString(),
    ...input.output,
  });
}

async function finish(trx: Trx, call: CommandCall<UploadCodesInput, AddedCodes | undefined>) {
  const { ready, param, now } = call;
  const courseId = param('courseId');
  if (ready === undefined || !(await hasCourse(trx, courseId))) throw new ApiError('course_not_found');
  const { batchId, added, known } = ready;
  await finishBatch(trx, courseId, { batchId, at: now.toISOString() });
  await recordCodesRevision(trx, call, added);
  return { courseId, allCodes: [], codeStats: { total: 0, unused: 0, used: 0 }, added, known };
}

/** The history contains the number of codes, never a code. */
async function recordCodesRevision(trx: Trx, call: CommandCall<UploadCodesInput, unknown>, added: number) {
  if (added === 0) return;
  const courseId = call.param('courseId');
  await insertRevision(trx, auditStampOf(call), {
    ...{ kind: 'create', entity: 'codes', entityId: courseId, courseId, version: null },
    title: (await findSnapshot(trx, 'course', courseId))?.title ?? '',
    before: {},
    after: { added },
  });
}

/** The current numbers and codes (at most `codesMax`), for the first reply and for every repeat of it. */
async function withCodes(deps: Deps, reply: CommandReply, codesMax?: number): Promise<string> {
  if (reply.status !== 200) return reply.body;
  const { courseId, added, known } = v.parse(StoredReply, JSON.parse(reply.body));
  const course = { courseId, at: deps.clock.now().toISOString() };
  const full: v.InferOutput<typeof UploadCodesReply> = {
    allCodes: await listUnusedCodes(deps.db, course, codesMax),
    codeStats: await countCodes(deps.db, course),
    added,
    known,
  };
  return JSON.stringify(full);
}

function logUpload(deps: Deps, { caller, param }: CommandOrigin, { status, body }: CommandReply): void {
  const courseId = param('courseId').slice(0, 64);
  const counted = v.safeParse(StoredReply, JSON.parse(body));
  const { added, known } = counted.success ? counted.output : {};
  const line = { userId: caller.id, courseId, status, added, known };
  if (status === 200) deps.log.info(line, 'codes added');
  else deps.log.warn(line, 'codes refused');
}
