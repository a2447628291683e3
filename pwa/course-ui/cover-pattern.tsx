import type { ReactNode } from 'react';
import { type CoverFamily, coverDesign } from './cover-design.ts';

const WIDTH = 320;
const HEIGHT = 180;

/** The numbers 0 … count-1, one for each shape. */
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const between = (next: () => number, least: number, most: number) =>
  Math.round(least + next() * (most - least));

type Draw = (next: () => number) => ReactNode;

const drawings: Record<CoverFamily, Draw> = {
  arcs: (next) => {
    const centre = between(next, 130, 190);
    const gap = between(next, 24, 34);
    return (
      <>
        <g strokeWidth="3" fill="none" stroke="currentColor">
          {times(4).map((n) => (
            <path
              key={n}
              opacity={1 - n * 0.16}
              d={`M${centre - gap * (n + 1)} 132a${gap * (n + 1)} ${gap * (n + 1)} 0 0 1 ${gap * (n + 1) * 2} 0`}
            />
          ))}
        </g>
        <circle cx={centre} cy="132" r="9" />
      </>
    );
  },
  bars: (next) =>
    times(7).map((n) => {
      const height = between(next, 26, 52) + n * 9;
      return (
        <rect
          key={n}
          x={48 + n * 33}
          y={140 - height}
          width="22"
          height={height}
          rx="3"
          opacity={0.5 + n * 0.07}
        />
      );
    }),
  rings: (next) => {
    const centre = between(next, 120, 200);
    return (
      <g fill="none" stroke="currentColor" strokeWidth="2.5">
        {times(6).map((n) => (
          <circle key={n} cx={centre} cy="90" r={16 + n * 19} opacity={0.9 - n * 0.14} />
        ))}
      </g>
    );
  },
  waves: (next) => {
    const swell = between(next, 14, 26);
    return (
      <g fill="none" stroke="currentColor" strokeWidth="3">
        {times(6).map((n) => (
          <path
            key={n}
            opacity={0.35 + n * 0.12}
            d={`M-20 ${42 + n * 22}q45 ${-swell} 90 0t90 0 90 0 90 0`}
          />
        ))}
      </g>
    );
  },
  tiles: (next) =>
    times(18).map((n) => {
      const [x, y, turn] = [52 + (n % 6) * 36, 36 + Math.floor(n / 6) * 36, between(next, 0, 3)];
      return (
        <path
          key={n}
          opacity={0.45 + next() * 0.5}
          transform={`rotate(${turn * 90} ${x + 18} ${y + 18})`}
          d={`M${x} ${y}h36a36 36 0 0 1-36 36z`}
        />
      );
    }),
  spines: (next) =>
    times(9).map((n) => {
      const height = between(next, 74, 112);
      return (
        <rect
          key={n}
          x={46 + n * 26}
          y={148 - height}
          width={between(next, 14, 22)}
          height={height}
          rx="2.5"
          opacity={0.45 + next() * 0.5}
        />
      );
    }),
};

/** The generated cover of a course; decorative, so hidden from screen readers. */
export function CoverPattern({ courseId }: { courseId: string }) {
  const { family, ink, next } = coverDesign(courseId);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect width={WIDTH} height={HEIGHT} fill={ink.ground} />
      <g fill="currentColor" color={ink.line}>
        {drawings[family](next)}
      </g>
    </svg>
  );
}
