import { Stroke } from './icons.tsx';

/* Icons that no page of visitors has. */

export function LinkIcon() {
  return (
    <Stroke>
      <path d="M8.2 11.8a3.2 3.2 0 0 0 4.5 0l2.8-2.8a3.2 3.2 0 0 0-4.5-4.5l-1 1" />
      <path d="M11.8 8.2a3.2 3.2 0 0 0-4.5 0L4.5 11a3.2 3.2 0 0 0 4.5 4.5l1-1" />
    </Stroke>
  );
}

export function RedoIcon() {
  return (
    <Stroke>
      <path d="m12.5 4 4 4-4 4M16 8H8.5a4.5 4.5 0 0 0 0 9H12" />
    </Stroke>
  );
}

export function UndoIcon() {
  return (
    <Stroke>
      <path d="M7.5 4 3.5 8l4 4M4 8h7.5a4.5 4.5 0 0 1 0 9H8" />
    </Stroke>
  );
}

export function SearchIcon() {
  return (
    <Stroke>
      <circle cx="8.8" cy="8.8" r="5.3" />
      <path d="m12.8 12.8 4.2 4.2" />
    </Stroke>
  );
}

export function DownloadIcon() {
  return (
    <Stroke>
      <path d="M10 3v9.2M6.4 8.8l3.6 3.6 3.6-3.6M3.5 16.5h13" />
    </Stroke>
  );
}
