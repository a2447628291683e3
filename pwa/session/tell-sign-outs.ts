import { sendEndTickets } from './end-tickets.ts';
import { finishHandover } from './handover.ts';

/** Tells the server of those who signed out here: their sessions end, and their cookie is taken away. */
export async function tellSignOuts(): Promise<void> {
  await Promise.all([sendEndTickets(), finishHandover()]);
}
