import { call } from '#pwa/api/call.ts';
import { writeSite } from '#pwa/device/site.ts';
import { siteEndpoints } from '#schema/endpoints/site-endpoints.ts';
import { messages } from '#schema/messages/messages.ts';

/** Fetches the settings of the site. Rejects with a CallError, and then those of the device are unchanged. */
export async function refreshSite(): Promise<void> {
  const { site } = await call(siteEndpoints.getSite, { defaultMessage: messages.replyUnreadable });
  writeSite(site);
}
