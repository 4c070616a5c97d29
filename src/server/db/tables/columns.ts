// The types of columns. Instants are ISO 8601 strings in UTC on both engines; flags are 0 or 1; lists are JSON text.
import type { Generated } from 'kysely';

export type Instant = string;
export type Flag = 0 | 1;
export type Json = string;
export type OneOf<T extends readonly string[]> = T[number];
export type Row = { id: string; version: Generated<number>; created_at: Instant; updated_at: Instant };
