import type { ReactNode } from 'react';

/**
 * Stroked icons on a 20-unit grid, in the colour and size of the surrounding text. Each is next to text or in
 * a labelled button, so all are hidden from screen readers.
 */
export function Stroke({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <svg
      className={className}
      width="1.25rem"
      height="1.25rem"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

interface LampProps {
  /** Edge length in rem. */
  size?: number;
  isLit?: boolean;
}

/** The brand: a banker's lamp. When lit, it means "this works offline". */
export function LampIcon({ size = 1.625, isLit = true }: LampProps) {
  return (
    <svg width={`${size}rem`} height={`${size}rem`} viewBox="0 0 26 26" aria-hidden="true" focusable="false">
      <path d="M5 11a8 8 0 0 1 16 0z" fill="var(--green)" />
      {isLit && <path d="M7 12h12l2.5 6h-17z" fill="var(--glow)" opacity=".5" />}
      <path d="M13 11v10" stroke="var(--brass)" strokeWidth="2" />
      <rect x="7.5" y="20.5" width="11" height="2.6" rx="1.3" fill="var(--brass)" />
    </svg>
  );
}

/** A filled tick: done, saved, true. */
export function TickIcon() {
  return (
    <svg width="0.875rem" height="0.875rem" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path d="M4.2 7.3 6.2 9.2 9.9 5.2" stroke="var(--surface)" strokeWidth="1.7" fill="none" />
    </svg>
  );
}

export function CheckCircleIcon() {
  return (
    <Stroke>
      <circle cx="10" cy="10" r="7.5" />
      <path d="m6.8 10.3 2.2 2.2 4.3-4.8" />
    </Stroke>
  );
}

export function CheckIcon() {
  return (
    <Stroke>
      <path d="m4 10.5 4 4 8-9" />
    </Stroke>
  );
}

export function AlertIcon() {
  return (
    <Stroke>
      <path d="M10 2.8 18 16.6H2z" />
      <path d="M10 8v4M10 14.4v.1" />
    </Stroke>
  );
}

export function InfoIcon() {
  return (
    <Stroke>
      <circle cx="10" cy="10" r="7.5" />
      <path d="M10 9.2v4.6M10 6.3v.1" />
    </Stroke>
  );
}

export function ClockIcon() {
  return (
    <Stroke>
      <circle cx="10" cy="10" r="7.5" />
      <path d="M10 5.8V10l2.8 1.8" />
    </Stroke>
  );
}

export function OfflineIcon() {
  return (
    <Stroke>
      <path d="M3 3l14 14" />
      <path d="M2.2 8.2a11 11 0 0 1 4-2.5M9 4.8a11 11 0 0 1 8.8 3.4M5 11.4a7 7 0 0 1 3-1.8M12.4 10a7 7 0 0 1 2.6 1.5" />
      <path d="M10 15.2v.1" />
    </Stroke>
  );
}

export function LockIcon() {
  return (
    <Stroke>
      <rect x="4.5" y="9" width="11" height="8" rx="1.8" />
      <path d="M7 9V6.6a3 3 0 0 1 6 0V9" />
    </Stroke>
  );
}

export function PlayIcon() {
  return (
    <Stroke>
      <path d="M6.5 4.2v11.6L16 10z" />
    </Stroke>
  );
}

export function TextIcon() {
  return (
    <Stroke>
      <path d="M5 2.8h7l3.5 3.5v10.9H5z" />
      <path d="M7.8 9h5M7.8 12.4h5" />
    </Stroke>
  );
}

export function ChevronDownIcon() {
  return (
    <Stroke>
      <path d="m5 7.8 5 5 5-5" />
    </Stroke>
  );
}

/** Points in the reading direction, also in right-to-left pages. */
export function ArrowForwardIcon() {
  return (
    <Stroke className="mirrors">
      <path d="M4 10h12M11 5l5 5-5 5" />
    </Stroke>
  );
}

export function ArrowBackIcon() {
  return (
    <Stroke className="mirrors">
      <path d="M16 10H4M9 5l-5 5 5 5" />
    </Stroke>
  );
}

export function MenuIcon() {
  return (
    <Stroke>
      <path d="M3 5.5h14M3 10h14M3 14.5h14" />
    </Stroke>
  );
}

export function CloseIcon() {
  return (
    <Stroke>
      <path d="m5 5 10 10M15 5 5 15" />
    </Stroke>
  );
}

export function RefreshIcon() {
  return (
    <Stroke>
      <path d="M16.5 4v4h-4M3.5 16v-4h4" />
      <path d="M15.9 8A6.5 6.5 0 0 0 4.6 6.5M4.1 12a6.5 6.5 0 0 0 11.3 1.5" />
    </Stroke>
  );
}
