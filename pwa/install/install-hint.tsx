import { useState } from 'react';
import { siteNameOf } from '#schema/site/site.ts';
import { site } from '../device/site.ts';
import { Button } from '../ui/controls/button.tsx';
import { BrandMark } from '../ui/display/brand.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import { useObservable } from '../ui/use-observable.ts';
import { isHintPutOff, postponeHint } from './hint-memory.ts';
import styles from './install-hint.module.css';
import { InstallSteps } from './install-steps.tsx';
import { useInstallPrompt } from './use-install-prompt.ts';

/**
 * Suggests adding the app to the home screen if that is possible, and explains how. Renders nothing when it is
 * installed already, when the browser cannot install it, or for a while after "Not now".
 */
export function InstallHint() {
  const { canPrompt, way, isInstalled, prompt } = useInstallPrompt();
  const name = siteNameOf(useObservable(site));
  const [isPutOff, setIsPutOff] = useState(isHintPutOff);
  if (isInstalled || isPutOff || !(canPrompt || way)) return null;
  const putOff = () => {
    postponeHint();
    setIsPutOff(true);
  };
  return (
    <Card className={styles.hint}>
      <BrandMark size={2.5} />
      <section className={styles.body} aria-labelledby="install-hint-title">
        <h2 id="install-hint-title" className={styles.title}>
          {canPrompt ? `Install ${name} on this device` : `Add ${name} to your home screen`}
        </h2>
        <p className={styles.text}>
          The installed app opens in its own window. Its data is safer: some browsers clear the storage of
          sites that are rarely visited, but not of installed apps.
        </p>
        {!canPrompt && <InstallSteps way={way} name={name} />}
        <Cluster>
          {canPrompt && (
            <Button variant="primary" size="sm" onClick={() => void prompt()}>
              Install
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={putOff}>
            Not now
          </Button>
        </Cluster>
      </section>
    </Card>
  );
}
