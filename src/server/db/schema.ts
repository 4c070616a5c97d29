// The tables as Kysely sees them.
import type { EventTables } from './tables/event-tables.ts';
import type { GroupTables } from './tables/group-tables.ts';
import type { MoneyTables } from './tables/money-tables.ts';
import type { PeopleTables } from './tables/people-tables.ts';
import type { SystemTables } from './tables/system-tables.ts';

export type Tables = PeopleTables & GroupTables & EventTables & MoneyTables & SystemTables;
