import { isReady, type OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { ClockIcon, TickIcon } from '#pwa/ui/display/icons.tsx';
import { describeReadiness, describeShortly } from './readiness-text.ts';

interface ReadinessChipProps {
  /** Null while loading. */
  readiness: OfflineReadiness | null;
  /** For small spaces such as a bar. */
  isShort?: boolean;
  className?: string | undefined;
}

/** How much of an offline course works without a network. */
export function ReadinessChip({ readiness, isShort = false, className }: ReadinessChipProps) {
  const isAll = readiness !== null && isReady(readiness);
  const label = isShort ? describeShortly : describeReadiness;
  return (
    <Chip tone={isAll ? 'ok' : 'wait'} icon={isAll ? <TickIcon /> : <ClockIcon />} className={className}>
      {label(readiness)}
    </Chip>
  );
}
