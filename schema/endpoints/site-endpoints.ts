import { PROFILE_BODY_MAX_BYTES } from '../limits.ts';
import { SiteInput, SiteReply } from '../site/site-input.ts';
import { endpoint, noInput } from './endpoint.ts';

/** Name, colour, logo, contact and texts of the school. */
export const siteEndpoints = {
  getSite: endpoint({
    method: 'GET',
    path: '/api/site',
    caller: 'anyone',
    summary: 'Return the settings of the site',
    input: noInput,
    output: SiteReply,
  }),
  updateSite: endpoint({
    method: 'PUT',
    path: '/api/admin/site',
    caller: 'admin',
    summary: 'Change the fields that are sent of the settings of the site',
    input: SiteInput,
    output: SiteReply,
    isCommand: true,
    bodyMaxBytes: PROFILE_BODY_MAX_BYTES,
  }),
} as const;
