// What a write affects, as the contract says it. Not part of the first load.
import { patterns, writes } from 'virtual:affected-reads';
import type { Call } from '../../../contract/api.ts';
import { emitSettled } from './settled.ts';

const compiled = patterns.map((pattern) => new RegExp(pattern));

/** The server has settled a write: what it affects and is on a screen is read again. A call of another build may be unknown here. */
export function tellSettled(call: Call | (string & {})): void {
  const affected = writes[call]?.map((index) => compiled[index]);
  emitSettled((address) => !affected || affected.some((pattern) => pattern?.test(address)));
}
