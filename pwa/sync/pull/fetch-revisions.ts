import { call } from '#pwa/api/call.ts';
import type { Revision, RevisionsReply } from '#schema/editor/history.ts';
import { fillPath } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';

/*
 * Parts of the history that are fetched for display. Each function rejects with a CallError whose message can be
 * shown.
 */

export interface AuditPage {
  /** The id of the entry that the page starts after. */
  readonly before?: string | undefined;
  readonly courseId?: string | undefined;
  readonly userId?: string | undefined;
}

export function fetchAudit(page: AuditPage): Promise<RevisionsReply> {
  const endpoint = endpoints.listAudit;
  return call(endpoint, { path: endpoint.path + queryOf(page), defaultMessage: messages.adminDataFailed });
}

export function fetchLessonHistory(lessonId: string, before: string): Promise<RevisionsReply> {
  const path = lessonHistoryPath(lessonId, before);
  return call(endpoints.listLessonHistory, { path, defaultMessage: messages.adminDataFailed });
}

/** A page without the HTML of the versions, which is fetched with the version that is opened. */
export function lessonHistoryPath(lessonId: string, before?: string): string {
  return fillPath(endpoints.listLessonHistory.path, { lessonId }) + queryOf({ before, without: 'html' });
}

/** One entry with its HTML. */
export async function fetchRevision(revisionId: string): Promise<Revision> {
  const path = fillPath(endpoints.getRevision.path, { revisionId });
  return (await call(endpoints.getRevision, { path, defaultMessage: messages.adminDataFailed })).revision;
}

function queryOf(page: AuditPage & { readonly without?: 'html' }): string {
  const given = Object.entries(page).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
