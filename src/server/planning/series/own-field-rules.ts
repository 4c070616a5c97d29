// The groups of fields that a date of a series can have of its own. Pure.
import { type OwnField, ownFields } from '../../../contract/values/enums.ts';
import type { Planned } from '../rules.ts';

/**
 * The start, the end and the time zone of a date are its own together. The attendance mode follows from its place and its link,
 * which can be its own.
 */
export type OwnName = 'when' | Exclude<keyof Planned, 'startsAt' | 'endsAt' | 'timeZone' | 'attendanceMode'>;

const groupOf: Record<OwnName, OwnField> = {
  when: 'time',
  placeId: 'place',
  onlineUrl: 'online',
  name: 'name',
  kind: 'kind',
  activities: 'audience',
  level: 'audience',
  ageMin: 'audience',
  ageMax: 'audience',
  owner: 'teams',
  teamIds: 'teams',
  leaderIds: 'leaders',
  description: 'description',
  picture: 'picture',
  attendeeInstructions: 'instructions',
  meetingPoint: 'meetingPoint',
  arriveMinutesBefore: 'arrival',
  accessibilitySupport: 'accessibility',
  visibility: 'access',
  joinPolicy: 'access',
  rosterVisibility: 'access',
  maximumAttendeeCapacity: 'capacity',
  waitlistEnabled: 'capacity',
  offers: 'price',
  registrationOpensAt: 'deadlines',
  registrationClosesAt: 'deadlines',
  repliesDueAt: 'deadlines',
};

/** The groups of these fields, in the order of the contract. */
export function ownGroups(names: ReadonlySet<OwnName>): OwnField[] {
  const groups = new Set([...names].map((name) => groupOf[name]));
  return ownFields.filter((group) => groups.has(group));
}
