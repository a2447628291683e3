import { isReady, type TripCheck } from '../downloads/trip-check.ts';
import { Chip } from '../ui/chip.tsx';
import { classNames } from '../ui/class-names.ts';
import { ClockIcon, TickIcon } from '../ui/icons.tsx';
import { MendButton } from './mend-button.tsx';
import styles from './trip-state.module.css';
import { awayWords, shortTripLabel, tripLabel } from './trip-words.ts';

interface TripStateProps {
  courseId: string;
  /** Null while loading. */
  trip: TripCheck | null;
  className?: string | undefined;
}

/** Whether an offline course works without a network; if not all of it does, why, and what to do about it. */
export function TripState({ courseId, trip, className }: TripStateProps) {
  if (trip === null)
    return (
      <p className={classNames(styles.state, className)}>
        <Chip icon={<ClockIcon />}>Looking what is here…</Chip>
      </p>
    );
  const reason = awayWords(trip);
  return (
    <div className={classNames(styles.state, className)}>
      <TripChip trip={trip} />
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      <MendButton courseId={courseId} trip={trip} />
    </div>
  );
}

interface TripChipProps {
  trip: TripCheck;
  /** For small spaces such as a bar. */
  isShort?: boolean;
  className?: string | undefined;
}

/** How much of an offline course works without a network. */
export function TripChip({ trip, isShort = false, className }: TripChipProps) {
  const isAll = isReady(trip);
  return (
    <Chip tone={isAll ? 'ok' : 'wait'} icon={isAll ? <TickIcon /> : <ClockIcon />} className={className}>
      {isShort ? shortTripLabel(trip) : tripLabel(trip)}
    </Chip>
  );
}
