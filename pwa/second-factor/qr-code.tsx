import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';
import styles from './second-factor.module.css';

/** The light margin that readers need around a QR code, in modules. */
const MARGIN = 4;

/** A QR code as one path, dark on light in every colour scheme, because readers expect that. */
export function QrCode({ text }: { text: string }) {
  const { path, size } = useMemo(() => {
    const bitmap = generate(text, { minCorrectionLevel: correction.M });
    return { path: toSvgPath(bitmap), size: bitmap.size };
  }, [text]);
  const whole = size + 2 * MARGIN;
  return (
    <svg
      className={styles.qr}
      viewBox={`${-MARGIN} ${-MARGIN} ${whole} ${whole}`}
      role="img"
      aria-label="QR code for your authenticator app; the key below is the same"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
