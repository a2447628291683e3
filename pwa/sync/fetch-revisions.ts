import { fillPath } from '#schema/endpoint.ts';
import { endpoints } from '#schema/endpoints.ts';
import type { RevisionsReply } from '#schema/history.ts';
import { messages } from '#schema/messages.ts';
import { call } from '../api/call.ts';

/*
 * Pages of the history behind the newest. They are for whoever looks now and are not kept on the device.
 * Each rejects with a CallError whose message people can read.
 */

export interface AuditPage {
  /** The id of the entry to go on behind. */
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
