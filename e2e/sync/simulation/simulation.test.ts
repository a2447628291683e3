import { describe } from 'vitest';
import { runSimulation } from './run-simulation.ts';

/*
 * Three to five devices, a server and every network fault, in schedules that each have their own seed. A
 * failure message contains the seed; `npm run simulate -- 1 <seed>` runs it alone.
 */
describe('several devices and a server', () => runSimulation(1));
