import type { JSX } from 'preact';

/** A gate with water on one side. */
export function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <rect x="3" y="3" width="3" height="18" rx="1" />
      <rect x="18" y="3" width="3" height="18" rx="1" />
      <rect x="8" y="3" width="8" height="10" rx="1" class="gate" />
      <path d="M8 17.5c1.3-1 2.7-1 4 0s2.7 1 4 0" fill="none" class="water" />
    </svg>
  );
}
