import { call } from '#pwa/api/call.ts';
import type { RevisionsReply } from '#schema/editor/history.ts';
import { fillPath } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';

/*
 * Older pages of the history. They are fetched for display and not stored on the device. Each function
 * rejects with a CallError whose message can be shown.
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
  const endpoint = endpoints.listLessonHistory;
  const path = fillPath(endpoint.path, { lessonId }) + queryOf({ before });
  return call(endpoint, { path, defaultMessage: messages.adminDataFailed });
}

function queryOf(page: AuditPage): string {
  const given = Object.entries(page).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
