/*
 * The process of the server. It holds little for long, so its heap is kept near what it holds: by default V8 lets
 * garbage grow to several times of that before it collects it (docs/decisions/304-a-small-heap.md).
 */
import { setFlagsFromString } from 'node:v8';

/** Collects when the heap has grown by 30 %, and leaves the space of new objects as small as it begins. */
const HEAP_FLAGS = ['--heap-growing-percent=30', '--semi-space-growth-factor=1'];

for (const flag of HEAP_FLAGS) setFlagsFromString(flag);
// After the flags, because they apply to what is allocated later.
await import('./serve.ts');
