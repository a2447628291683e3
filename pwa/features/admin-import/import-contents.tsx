import { useState } from 'react';
import { lessonPlace } from '#interchange/course-file/course-file.ts';
import type { ReadImport } from '#pwa/sync/imports/read-result.ts';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import { countOf } from '#schema/messages/count.ts';
import styles from './admin-import-page.module.css';

type Modules = ReadImport['outline']['modules'];

interface ImportContentsProps {
  readonly modules: Modules;
  /** The places of the lessons that are not imported. */
  readonly skipped: ReadonlySet<string>;
  readonly onChange: (skipped: ReadonlySet<string>) => void;
}

/** The modules and lessons of a course, each with a box: those without a tick are not imported. */
export function ImportContents({ modules, skipped, onChange }: ImportContentsProps) {
  const setTaken = (places: readonly string[], isTaken: boolean) => {
    const next = new Set(skipped);
    for (const place of places) {
      if (isTaken) next.delete(place);
      else next.add(place);
    }
    onChange(next);
  };
  return (
    <ul className={styles.outline} aria-label="Contents">
      {modules.map((module, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: modules of a file have no ids and never move
        <li key={at}>
          <ModuleBox module={module} at={at} skipped={skipped} setTaken={setTaken} />
        </li>
      ))}
    </ul>
  );
}

interface ModuleBoxProps {
  readonly module: Modules[number];
  readonly at: number;
  readonly skipped: ReadonlySet<string>;
  readonly setTaken: (places: readonly string[], isTaken: boolean) => void;
}

function ModuleBox({ module, at, skipped, setTaken }: ModuleBoxProps) {
  const { title, lessons } = module;
  const places = lessons.map((_, index) => lessonPlace(at + 1, index + 1));
  const taken = places.filter((place) => !skipped.has(place));
  const isPart = taken.length > 0 && taken.length < places.length;
  const count = countOf(lessons.length, 'lesson');
  return (
    <>
      <Checkbox
        label={
          <>
            {title} <span className={styles.quiet}>{isPart ? `${taken.length} of ${count}` : count}</span>
          </>
        }
        checked={lessons.length === 0 || taken.length > 0}
        disabled={lessons.length === 0}
        ref={(box) => {
          if (box !== null) box.indeterminate = isPart;
        }}
        onChange={({ target }) => setTaken(places, target.checked)}
      />
      {lessons.length > 0 && (
        <LessonBoxes module={module} places={places} skipped={skipped} setTaken={setTaken} />
      )}
    </>
  );
}

interface LessonBoxesProps extends Pick<ModuleBoxProps, 'module' | 'skipped' | 'setTaken'> {
  /** Of the lessons, in their order. */
  readonly places: readonly string[];
}

/** The lessons of a module. They are drawn when they are opened: a large course has hundreds. */
function LessonBoxes({ module: { title, lessons }, places, skipped, setTaken }: LessonBoxesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        Choose lessons <span className="visually-hidden">of {title}</span>
      </summary>
      {isOpen && (
        <ul className={styles.lessons} aria-label={`Lessons of ${title}`}>
          {places.map((place, index) => (
            <li key={place}>
              <Checkbox
                label={lessons[index]?.title ?? ''}
                checked={!skipped.has(place)}
                onChange={({ target }) => setTaken([place], target.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
