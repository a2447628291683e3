import { siteEndpoints } from '../endpoints/site-endpoints.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { SiteInput } from '../site/site-input.ts';
import { nameSiteFields } from '../site/site-labels.ts';
import { unlessDiscarded } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { joinPhrases } from './define/describe-field-edit.ts';
import { requestTo } from './define/editor-command.ts';

/** Changes settings of the site; contains only the changed fields, so two admins overwrite only what both changed. */
export const updateSite = defineCommand('site.update', SiteInput, {
  request: ({ args }) => requestTo(siteEndpoints.updateSite, {}, { body: args }),
  sentence: (args) =>
    args.name
      ? `Name the site “${args.name}”${andOthers(args)}`
      : `Change ${joinPhrases(nameSiteFields(args))} of the site`,
  failure: adminMessages.siteFailed,
  record: () => 'site',
  screen: () => ({ name: 'site' }),
  afterRestore: unlessDiscarded,
});

function andOthers({ name: _, ...others }: SiteInput): string {
  const names = nameSiteFields(others);
  return names.length === 0 ? '' : ` and change ${joinPhrases(names)}`;
}
