import * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import { textInputs } from '#schema/entities/text-inputs.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { auditStampOf } from '../history/audit-stamp.ts';
import { watchRow } from '../history/watch-row.ts';
import type { CommandReply } from '../http/commands/command.ts';
import type { CommandCall, CommandOrigin } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { parseInput } from '../http/parse-input.ts';
import type { Route } from '../http/route.ts';
import { completeReply, type EditedKind, idInReply } from './complete-reply.ts';
import { toMinimal, withoutHtml } from './minimal-reply.ts';
import type { ReadContext } from './queries/admin-course-queries.ts';
import type { EditCall } from './queries/edit-call.ts';

const ID_MAX_CHARACTERS = 64;

interface EditHandler<E extends Endpoint> {
  readonly endpoint: E;
  /** The kind of entity in the reply, and which of its parts are completed. */
  readonly shows: EditedKind;
  /** The work records its revision itself, from the rows that it has read anyway. */
  readonly recordsRevision?: boolean;
  /** The field of the input that may contain HTML, which is sanitised before the transaction. */
  readonly html?: HtmlField;
  /** Runs after the commit of a new command, also of a refused one. */
  readonly afterCommit?: () => void;
  readonly work: (trx: Trx, call: EditCall<v.InferOutput<E['input']>>) => Promise<v.InferOutput<E['output']>>;
}

/**
 * A command of the editor. The caller is already authorised, and the input is parsed by the schema of its
 * endpoint. Every edit writes a log line with the user and the changed rows, by id only.
 */
export function editRoute<E extends Endpoint>(
  deps: Deps,
  { endpoint, shows, recordsRevision, html, afterCommit, work }: EditHandler<E>,
): Route {
  const idName = /:(\w+)/.exec(endpoint.path)?.[1] ?? '';
  const readContextAt = (now: Date): ReadContext => readContextOf(deps, now);
  return commandRoute<E, string | undefined>(deps, {
    endpoint,
    parse: (body): v.InferOutput<E['input']> => parseInput(endpoint.input, body),
    ...(html !== undefined && { digest: (body: unknown) => cleanHtmlOf(deps, body, html) }),
    run: async (trx, command: CommandCall<v.InferOutput<E['input']>, string | undefined>) => {
      const { caller, input, param, ifMatch, now, ready: cleanHtml } = command;
      const readContext = readContextAt(now);
      const targetId = param(idName);
      const auditStamp = auditStampOf(command);
      const call = { input, ifMatch, readContext, targetId, auditStamp, cleanHtml };
      const edit = { ...call, callerId: caller.id, at: readContext.at };
      if (recordsRevision) return work(trx, edit);
      const recordRevisions = await watchRow(trx, endpoint, targetId);
      const reply = await work(trx, edit);
      await recordRevisions(auditStamp, reply);
      return reply;
    },
    afterCommit: async (origin, reply) => {
      logEdit(deps, endpoint, { origin, reply, idName });
      afterCommit?.();
    },
    minimise: toMinimal,
    trimReceipt: withoutHtml,
    complete: (reply, { body, ready, isMinimal }) => {
      const readContext = readContextAt(deps.clock.now());
      const cleanContent = html === 'content' ? ready : undefined;
      return completeReply(deps.db, reply, { shows, readContext, body, cleanContent, isMinimal });
    },
  });
}

/** The text of a lesson, or the prompt of a question. */
type HtmlField = 'content' | 'prompt';

const Html = textInputs(lessonEntity.fieldRules).content;
const WithHtml = v.object({ content: v.optional(Html), prompt: v.optional(Html) });

/** Other errors in the body are reported by the parser. */
async function cleanHtmlOf(deps: Deps, body: unknown, field: HtmlField): Promise<string | undefined> {
  // Most edits have none, and the list of errors would take longer than the edit.
  if (typeof body !== 'object' || body === null || !(field in body)) return undefined;
  const input = v.safeParse(WithHtml, body);
  const sent = input.success ? input.output[field] : undefined;
  return sent === undefined ? undefined : deps.html.clean(sent);
}

/** The addresses of own files, and the time by which codes expire. */
export function readContextOf(deps: Pick<Deps, 'media'>, now: Date): ReadContext {
  const expiresAt = deps.media.expiresAt(now);
  return { at: now.toISOString(), addressOf: (fileId) => deps.media.addressOf(fileId, expiresAt) };
}

interface Edited {
  readonly origin: CommandOrigin;
  readonly reply: CommandReply;
  readonly idName: string;
}

/** Logs who changed which rows, by id only. */
export function logEdit(deps: Deps, endpoint: Endpoint, { origin, reply, idName }: Edited): void {
  const line = {
    userId: origin.caller.id,
    call: `${endpoint.method} ${endpoint.path}`,
    ...(idName === '' ? {} : { [idName]: origin.param(idName).slice(0, ID_MAX_CHARACTERS) }),
    ...(endpoint.method === 'POST' ? { id: idInReply(reply.body) } : {}),
    status: reply.status,
  };
  if (reply.status === 200) deps.log.info(line, 'course edited');
  else deps.log.warn(line, 'edit refused');
}
