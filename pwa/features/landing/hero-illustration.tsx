import { Chip } from '#pwa/ui/display/chip.tsx';
import { OfflineIcon, TickIcon } from '#pwa/ui/display/icons.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import styles from './hero-illustration.module.css';

/**
 * Illustration: a lit lamp over a lesson that needs no network. Decorative, so hidden from screen readers and
 * not focusable.
 */
export function HeroIllustration() {
  return (
    <div className={styles.illustration} aria-hidden="true">
      <Lamp />
      <Card className={styles.sheet}>
        <div className={styles.row}>
          <b>Lesson 4 of 12</b>
          <Chip tone="ok" icon={<TickIcon />}>
            Works offline
          </Chip>
        </div>
        <p className={styles.lesson}>Reading a tide table</p>
        <div className={styles.bar} />
        <p className={styles.note}>6 min left · saved on this phone</p>
      </Card>
      <p className={styles.sign}>
        <OfflineIcon />
        No network
      </p>
    </div>
  );
}

/** A banker's lamp seen from the front, which lights the area below it. */
function Lamp() {
  return (
    <svg className={styles.lamp} viewBox="0 0 400 360" aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="lamp-light" cx="0.5" cy="0" r="1">
          <stop offset="0" stopColor="#ffe1a0" stopOpacity="0.95" />
          <stop offset="0.35" stopColor="#f2bf55" stopOpacity="0.5" />
          <stop offset="1" stopColor="#f2bf55" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="lamp-glass" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#37a683" />
          <stop offset="1" stopColor="#155f49" />
        </linearGradient>
        <filter id="lamp-blur" x="-20%" y="-10%" width="140%" height="120%">
          <feGaussianBlur stdDeviation="9" />
        </filter>
      </defs>
      <path
        className={styles.light}
        d="M118 108h164l108 250H10z"
        fill="url(#lamp-light)"
        filter="url(#lamp-blur)"
      />
      <path d="M197 16h6v26h-6z" fill="#b98429" />
      <circle cx="200" cy="15" r="6.5" fill="#e0aa48" />
      <path d="M186 38h28l4 8h-36z" fill="#c98f2f" />
      <path d="M98 106c0-38 46-62 102-62s102 24 102 62z" fill="url(#lamp-glass)" />
      <path
        d="M120 94c6-20 27-33 56-38"
        stroke="#a6e3ca"
        strokeWidth="4"
        strokeLinecap="round"
        fill="none"
        opacity="0.5"
      />
      <rect x="92" y="103" width="216" height="7" rx="3.5" fill="#c98f2f" />
      <path className={styles.bulb} d="M130 110h140a70 10 0 0 1-140 0z" fill="#fff3d0" />
      <path d="M288 110v30" stroke="#e0aa48" strokeWidth="1.8" />
      <circle cx="288" cy="144" r="4" fill="#e0aa48" />
    </svg>
  );
}
