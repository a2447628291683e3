import { type FormEvent, useId, useState } from 'react';
import * as v from 'valibot';
import { tabDraft } from '#pwa/device/form-draft.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { useFormDraft } from '#pwa/ui/forms/use-form-draft.ts';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { ResourceType } from '#schema/courses/resource.ts';
import { OutsideUrl } from '#schema/courses/web-address.ts';
import { resourceEntity } from '#schema/entities/resource-entity.ts';
import { URL_MAX_CHARACTERS } from '#schema/limits.ts';

const NewResource = v.object({ title: v.string(), type: ResourceType, url: v.string() });
export type NewResource = v.InferOutput<typeof NewResource>;

/** Input that is not added yet; a reload between the dialogs restores it. */
const resourceDraft = (lessonId: string) => tabDraft(`carrel.resource-draft/${lessonId}`, NewResource);

interface ResourceDialogsProps {
  lessonId: string;
  onClose: () => void;
  onDone: (resource: NewResource) => void;
}

type Step = 'title' | 'type' | 'url';
const nextStep: Readonly<Record<Step, Step | null>> = { title: 'type', type: 'url', url: null };
const lastStep: Readonly<Record<Step, Step | null>> = { title: null, type: 'title', url: 'type' };
const questions: Readonly<Record<Step, string>> = {
  title: 'Resource title',
  type: 'Resource type',
  url: 'Resource URL',
};

/**
 * Three dialogs in sequence, instead of the browser's prompts. Nothing is added before the last one is
 * confirmed.
 */
export function ResourceDialogs({ lessonId, onClose, onDone }: ResourceDialogsProps) {
  const draft = resourceDraft(lessonId);
  const formId = useId();
  const [step, setStep] = useState<Step>('title');
  const [resource, setResource] = useFormDraft<NewResource>(draft, () => ({
    title: '',
    type: 'pdf',
    url: '',
  }));
  const [error, setError] = useState<string | null>(null);
  const back = lastStep[step];
  const change = (part: Partial<NewResource>) => {
    setError(null);
    setResource({ ...resource, ...part });
  };
  const close = () => {
    draft.remove();
    onClose();
  };
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    const problem = findProblem(step, resource);
    setError(problem);
    if (problem !== null) return;
    const next = nextStep[step];
    if (next !== null) return setStep(next);
    close();
    onDone({ ...resource, title: resource.title.trim(), url: resource.url.trim() });
  };
  const actions = (
    <>
      <Button onClick={back === null ? close : () => setStep(back)}>
        {back === null ? 'Cancel' : 'Back'}
      </Button>
      <Button type="submit" form={formId} variant="primary">
        {step === 'url' ? 'Add the resource' : 'Next'}
      </Button>
    </>
  );
  return (
    <Dialog key={step} isOpen title={questions[step]} onClose={close} actions={actions}>
      <form id={formId} onSubmit={goOn} noValidate>
        <StepField step={step} resource={resource} error={error} onChange={change} />
      </form>
    </Dialog>
  );
}

interface StepFieldProps {
  step: Step;
  resource: NewResource;
  error: string | null;
  onChange: (part: Partial<NewResource>) => void;
}

function StepField({ step, resource, error, onChange }: StepFieldProps) {
  switch (step) {
    case 'title':
      return (
        <TextField
          label="Step 1 of 3: title"
          autoFocus
          maxLength={resourceEntity.fieldRules.title.max}
          error={error}
          value={resource.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      );
    case 'type':
      return (
        <SelectField
          label="Step 2 of 3: type"
          autoFocus
          value={resource.type}
          onChange={({ target }) => {
            const type = v.safeParse(ResourceType, target.value);
            if (type.success) onChange({ type: type.output });
          }}
        >
          <option value="pdf">PDF</option>
          <option value="video">Video</option>
          <option value="link">Link</option>
        </SelectField>
      );
    case 'url':
      return (
        <TextField
          label="Step 3 of 3: address"
          autoFocus
          inputMode="url"
          placeholder="https://"
          maxLength={URL_MAX_CHARACTERS}
          error={error}
          value={resource.url}
          onChange={({ target }) => onChange({ url: target.value })}
        />
      );
  }
}

function findProblem(step: Step, { title, url }: NewResource): string | null {
  if (step === 'title') return title.trim() === '' ? 'Please enter a title' : null;
  if (step !== 'url') return null;
  if (url.trim() === '') return 'Please enter an address';
  const address = v.safeParse(OutsideUrl, url);
  return address.success ? null : address.issues[0].message;
}
