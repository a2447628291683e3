import { Fragment, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { findRoute } from '#pwa/paths.ts';
import { Checkbox } from '#pwa/ui/fields/checkbox.tsx';
import { Dialog } from '#pwa/ui/overlays/dialog.tsx';
import { describeCombination } from './describe-combination.ts';
import { IS_APPLE } from './is-apple.ts';
import { isSingleKey, type Key, type KeyGroup, keyGroupsOf } from './key-groups.ts';
import styles from './keys-dialog.module.css';
import { areSingleKeysOn, turnSingleKeys } from './single-keys.ts';

/** The keys that work on the current page, and a switch for those without Ctrl or Cmd. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const route = findRoute(useLocation().pathname);
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  const groups = keyGroupsOf(route).flatMap((group) => {
    const keys = group.keys.flatMap((key) => withoutTurnedOff(key, isOn));
    return isOnPage(group) && keys.length > 0 ? [{ ...group, keys }] : [];
  });
  const turn = (isNowOn: boolean) => {
    turnSingleKeys(isNowOn);
    setIsOn(isNowOn);
  };
  return (
    <Dialog isOpen title="Keyboard shortcuts" onClose={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.keys}>
            {keys.map((key) => (
              <div key={key.name} className={styles.key}>
                <dt>{key.name}</dt>
                <dd>
                  <Combinations combinations={key.combinations} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div>
        <Checkbox
          label="Single-key shortcuts"
          checked={isOn}
          aria-describedby="single-keys-note"
          onChange={({ target }) => turn(target.checked)}
        />
        <p id="single-keys-note" className={styles.note}>
          These are the shortcuts without Ctrl or ⌘, such as <kbd className={styles.cap}>/</kbd>. Turn them
          off if you press them by accident, or speak instead of typing. The choice applies to this device.
        </p>
      </div>
    </Dialog>
  );
}

function isOnPage({ where }: KeyGroup): boolean {
  return where === undefined || document.querySelector(where) !== null;
}

/** The key with the combinations that work; none if there is no such combination. */
function withoutTurnedOff(key: Key, isOn: boolean): Key[] {
  if (isOn || key.does === undefined) return [key];
  const combinations = key.combinations.filter((combination) => !isSingleKey(combination));
  return combinations.length === 0 ? [] : [{ ...key, combinations }];
}

function Combinations({ combinations }: { combinations: readonly string[] }) {
  return combinations.map((combination, index) => (
    <Fragment key={combination}>
      {index > 0 && <span className={styles.or}> or </span>}
      <span className={styles.combination}>
        {describeCombination(combination, IS_APPLE).map((cap, place) => (
          <Fragment key={cap.text}>
            {place > 0 && ' '}
            <kbd className={styles.cap}>
              <span aria-hidden={cap.name !== undefined}>{cap.text}</span>
              {cap.name !== undefined && <span className="visually-hidden">{cap.name}</span>}
            </kbd>
          </Fragment>
        ))}
      </span>
    </Fragment>
  ));
}
