// Notifies reads of acknowledged writes, by the contract's `affects`. Not part of the first load.
import { patterns, writes } from 'virtual:affected-reads';
import type { Call } from '../../../contract/api.ts';
import { emitAccessChange, emitAcknowledged } from './acknowledged-writes.ts';

const compiled = patterns.map((pattern) => new RegExp(pattern));

/** Revalidates the reads that an acknowledged write affects: all of them for a call of another build, unknown here. */
export function notifyWriteAcknowledged(call: Call | (string & {})): void {
  const affected = writes[call]?.map((index) => compiled[index]);
  // Joining, leaving, answering an invitation.
  if (call.endsWith('/membership')) emitAccessChange();
  emitAcknowledged((address) => !affected || affected.some((pattern) => pattern?.test(address)));
}
