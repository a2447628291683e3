import { type FormEvent, useState } from 'react';
import { site } from '#pwa/device/site.ts';
import { useFieldsForm } from '#pwa/session/use-fields-form.ts';
import { enqueueSite } from '#pwa/sync/enqueue/update-fields.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { PRODUCT_NAME } from '#schema/site/site.ts';
import { ColourField } from './colour-field.tsx';
import { LogoField } from './logo-field.tsx';
import { SavedState } from './saved-state.tsx';
import {
  changedFields,
  checkFields,
  fieldsOf,
  type Problems,
  SiteDraft,
  type SiteFields,
} from './site-fields.ts';

type TextName = Exclude<keyof SiteFields, 'colour' | 'logo' | 'testimonials'>;

/** Saved through the outbox, so this works offline; what is shown on this device changes at once. */
export function SiteForm({ userId }: { userId: string }) {
  const settings = useObservable(site);
  const { fields, row, problem, change, save } = useFieldsForm({
    ...{ kind: 'site.update', userId, stored: SiteDraft, current: fieldsOf(settings) },
    changed: (shown) => changedFields(shown, settings),
    ...{ enqueue: enqueueSite, failure: adminMessages.siteFailed },
  });
  const [problems, setProblems] = useState<Problems>({});
  const [isUnchanged, setIsUnchanged] = useState(false);

  const edit = (next: Partial<SiteFields>) => {
    setIsUnchanged(false);
    const edited = new Set(Object.keys(next));
    setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !edited.has(field))));
    change(next);
  };
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const changed = changedFields(fields, settings);
    const checked = checkFields(changed);
    if ('problems' in checked) {
      setProblems(checked.problems);
      const [first = ''] = Object.keys(checked.problems);
      form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setProblems({});
    const hasChanges = Object.keys(checked.input).length > 0;
    setIsUnchanged(!hasChanges);
    if (hasChanges) void save(checked.input);
  };
  const text = (name: TextName) => ({
    name,
    value: fields[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => edit({ [name]: event.target.value }),
  });
  return (
    <Stack as="form" gap={5} noValidate onSubmit={submit}>
      <Card as="section" isPadded aria-labelledby="look-title">
        <h2 id="look-title">Name and look</h2>
        <TextField
          label="Name of the school"
          placeholder={PRODUCT_NAME}
          autoComplete="off"
          {...text('name')}
        />
        <LogoField logo={fields.logo} error={problems.logo} onChange={(logo) => edit({ logo })} />
        <ColourField colour={fields.colour} error={problems.colour} onChange={(colour) => edit({ colour })} />
      </Card>
      <Card as="section" isPadded aria-labelledby="contact-title">
        <h2 id="contact-title">Contact</h2>
        <p>On the support page and in mails.</p>
        <TextField label="Email" type="email" autoComplete="off" {...text('email')} />
        <TextField label="Telephone" type="tel" dir="ltr" autoComplete="off" {...text('phone')} />
        <TextArea label="Address" rows={3} {...text('address')} />
      </Card>
      <Card as="section" isPadded aria-labelledby="front-title">
        <h2 id="front-title">Front page</h2>
        <TextField
          label="Title"
          placeholder="Your desk in the library, open even when the network isn’t."
          {...text('heroTitle')}
        />
        <TextArea label="Introduction" rows={4} {...text('heroLead')} />
        <Checkbox
          label="Show the testimonials"
          checked={fields.testimonials === ''}
          onChange={(event) => edit({ testimonials: event.target.checked ? '' : 'hidden' })}
        />
      </Card>
      <Cluster gap={3}>
        <Button type="submit" variant="primary">
          Save site
        </Button>
        <p role="status">{isUnchanged && 'No changes to save.'}</p>
      </Cluster>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {row && <SavedState key={row.id} row={row} />}
    </Stack>
  );
}
