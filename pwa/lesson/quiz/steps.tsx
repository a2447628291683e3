import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';

interface StepsProps {
  onBack: (() => void) | null;
  onNext: (() => void) | null;
  /** The step after the questions. */
  end: { readonly label: string; readonly onClick: () => void } | null;
}

/** From one question to the next, where one is shown at a time. */
export function Steps({ onBack, onNext, end }: StepsProps) {
  if (onBack === null && onNext === null && end === null) return null;
  return (
    <>
      <Cluster isSpread>
        {onBack === null ? <span /> : <Button onClick={onBack}>Previous question</Button>}
        {onNext !== null && (
          <Button variant={end === null ? 'line' : 'primary'} onClick={onNext}>
            Next question
          </Button>
        )}
        {onNext === null && end !== null && (
          <Button variant="primary" onClick={end.onClick}>
            {end.label}
          </Button>
        )}
      </Cluster>
      {onNext !== null && end !== null && (
        <Button variant="quiet" onClick={end.onClick}>
          {end.label}
        </Button>
      )}
    </>
  );
}
