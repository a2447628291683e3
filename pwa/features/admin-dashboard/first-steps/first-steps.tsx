import { paths } from '#pwa/paths.ts';
import { attempt } from '#pwa/session/action-error.ts';
import { dismissFirstSteps } from '#pwa/store/admin/first-steps.ts';
import { findPrivateStore } from '#pwa/store/database/private-store.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { CheckCircleIcon, Stroke } from '#pwa/ui/display/icons.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { countOf } from '#schema/messages/count.ts';
import { DemoCourses } from './demo-courses.tsx';
import styles from './first-steps.module.css';
import type { FirstSteps as FirstStepsProps, Step, StepName } from './first-steps-model.ts';

/** The checklist of the first day, which ticks itself, and the offer to remove the demo courses. */
export function FirstSteps({ steps, removable }: FirstStepsProps) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card as="section" isPadded className={styles.card} aria-labelledby="first-steps">
      <h2 id="first-steps">From here to your first learner</h2>
      <Cluster isSpread>
        <p className={styles.quiet}>
          {done} of {countOf(steps.length, 'step')} done
        </p>
        <Button size="sm" variant="quiet" onClick={() => attempt(dismiss)}>
          Hide<span className="visually-hidden"> the checklist</span>
        </Button>
      </Cluster>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </ol>
      <DemoCourses courses={removable} />
    </Card>
  );
}

async function dismiss(): Promise<void> {
  const store = findPrivateStore();
  if (store !== null) await dismissFirstSteps(store);
}

interface StepText {
  readonly title: string;
  readonly hint: string;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}

const texts: Readonly<Record<StepName, StepText>> = {
  password: { title: 'Choose your own password', hint: '', links: [] },
  school: {
    title: 'Name your school',
    hint: 'With its logo, colour and contact, on every page and mail.',
    links: [{ to: paths.adminSite, label: 'Site' }],
  },
  course: {
    title: 'Make or import a course',
    hint: 'From nothing, from a template, or from a file of another system.',
    links: [
      { to: paths.adminNewCourse, label: 'New course' },
      { to: paths.adminImport, label: 'Import' },
    ],
  },
  published: {
    title: 'Publish it',
    hint: 'Possible once every module has lessons.',
    links: [{ to: paths.adminWorkspace, label: 'Workspace' }],
  },
  codes: {
    title: 'Draw activation codes and print them as cards',
    hint: 'Each code unlocks the course for one learner.',
    links: [{ to: paths.adminCodes(), label: 'Codes' }],
  },
  learner: {
    title: 'Hand out the first card',
    hint: 'Done when the first learner has unlocked your course. You can also give access without a code.',
    links: [{ to: paths.adminUsers, label: 'Users' }],
  },
};

function OpenIcon() {
  return (
    <Stroke>
      <circle cx="10" cy="10" r="7.5" />
    </Stroke>
  );
}

function StepRow({ step: { name, isDone } }: { step: Step }) {
  const { title, hint, links } = texts[name];
  return (
    <li className={styles.step}>
      {isDone ? <CheckCircleIcon /> : <OpenIcon />}
      <div>
        <p className={isDone ? styles.done : styles.title}>
          {title}
          <span className="visually-hidden">{isDone ? ': done' : ': to do'}</span>
        </p>
        {!isDone && (
          <>
            {hint !== '' && <p className={styles.quiet}>{hint}</p>}
            <Cluster gap={4}>
              {links.map(({ to, label }) => (
                <TextLink key={to} to={to}>
                  {label}
                </TextLink>
              ))}
            </Cluster>
          </>
        )}
      </div>
    </li>
  );
}
