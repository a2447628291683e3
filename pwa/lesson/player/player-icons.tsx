import { Stroke } from '#pwa/ui/display/icons.tsx';

export function PauseIcon() {
  return (
    <Stroke>
      <path d="M7 4.5v11M13 4.5v11" strokeWidth="2.4" />
    </Stroke>
  );
}

export function SoundIcon({ isMuted }: { isMuted: boolean }) {
  return (
    <Stroke>
      <path d="M3.5 8v4h2.7l3.6 3.2V4.8L6.2 8z" />
      <path d={isMuted ? 'm13 8 4 4m0-4-4 4' : 'M12.8 7.6a3.4 3.4 0 0 1 0 4.8M15 5.4a6.5 6.5 0 0 1 0 9.2'} />
    </Stroke>
  );
}

export function CaptionsIcon() {
  return (
    <Stroke>
      <rect x="2.5" y="4.5" width="15" height="11" rx="2.2" />
      <path d="M9 8.8a1.9 1.9 0 1 0 0 2.4M14.4 8.8a1.9 1.9 0 1 0 0 2.4" />
    </Stroke>
  );
}

export function SmallWindowIcon() {
  return (
    <Stroke>
      <path d="M9 15.5H4.2a1.7 1.7 0 0 1-1.7-1.7V6.2a1.7 1.7 0 0 1 1.7-1.7h11.6a1.7 1.7 0 0 1 1.7 1.7V9" />
      <rect x="11.5" y="11.5" width="6" height="4.5" rx="1" fill="currentColor" />
    </Stroke>
  );
}

export function FullscreenIcon({ isFull }: { isFull: boolean }) {
  return (
    <Stroke>
      <path
        d={
          isFull
            ? 'M7.5 3v4.5H3M12.5 3v4.5H17M7.5 17v-4.5H3M12.5 17v-4.5H17'
            : 'M3 7.5V3h4.5M17 7.5V3h-4.5M3 12.5V17h4.5M17 12.5V17h-4.5'
        }
      />
    </Stroke>
  );
}
