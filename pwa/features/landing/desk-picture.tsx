import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { OfflineIcon, TickIcon } from '../../ui/icons.tsx';
import styles from './desk-picture.module.css';

/** The idea in a picture: a lit lamp over a lesson that needs no network. Decoration, so silent and out of reach. */
export function DeskPicture() {
  return (
    <div className={styles.desk} aria-hidden="true">
      <Lamp />
      <Card className={styles.sheet}>
        <div className={styles.row}>
          <b>Lesson 4 of 12</b>
          <Chip tone="ok" icon={<TickIcon />}>
            Works offline
          </Chip>
        </div>
        <p className={styles.lesson}>Reading a tide table</p>
        <div className={styles.bar}>
          <span />
        </div>
        <p className={styles.note}>6 min left · kept on this phone</p>
      </Card>
      <p className={styles.sign}>
        <OfflineIcon />
        No network
      </p>
    </div>
  );
}

/** A banker's lamp seen from the front, its light falling on whatever lies below. */
function Lamp() {
  return (
    <svg className={styles.lamp} viewBox="0 0 400 330" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="desk-light" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f7d48a" stopOpacity="0.75" />
          <stop offset="1" stopColor="#f2bf55" stopOpacity="0.04" />
        </linearGradient>
        <linearGradient id="desk-glass" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#2f9a76" />
          <stop offset="1" stopColor="#14614a" />
        </linearGradient>
      </defs>
      <path className={styles.light} d="M112 112h176l112 218H0z" fill="url(#desk-light)" />
      <path d="M196 18h8v22h-8z" fill="#c98f2f" />
      <circle cx="200" cy="18" r="7" fill="#e0aa48" />
      <path d="M100 104c6-44 46-66 100-66s94 22 100 66z" fill="url(#desk-glass)" />
      <path d="M96 102h208a4 4 0 0 1 4 4v4H92v-4a4 4 0 0 1 4-4z" fill="#c98f2f" />
      <path
        d="M124 92c8-24 32-38 62-41"
        stroke="#8fd8bb"
        strokeWidth="4"
        strokeLinecap="round"
        fill="none"
        opacity="0.55"
      />
      <path d="M286 110v26" stroke="#e0aa48" strokeWidth="2" />
      <circle cx="286" cy="140" r="4" fill="#e0aa48" />
    </svg>
  );
}
