import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';
import { classNames } from '../class-names.ts';
import styles from './qr-code.module.css';

/** The light margin that readers need around a QR code, in modules. */
const MARGIN = 4;

interface QrCodeProps {
  text: string;
  /** Says what the code contains, and where the same is written. */
  label: string;
  /** Sets the size. */
  className: string | undefined;
}

/** A QR code as one path, dark on light in every colour scheme, because readers expect that. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { path, size } = useMemo(() => {
    const bitmap = generate(text, { minCorrectionLevel: correction.M });
    return { path: toSvgPath(bitmap), size: bitmap.size };
  }, [text]);
  const whole = size + 2 * MARGIN;
  return (
    <svg
      className={classNames(styles.qr, className)}
      viewBox={`${-MARGIN} ${-MARGIN} ${whole} ${whole}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
