// The names of the activities. Pure.
import { type Activity, activities, activityNames } from '../../../contract/values/activities.ts';
import { pageLanguage, t } from '../../words/t.ts';

export const activityName = (activity: Activity): string => t(activities[activity].name);

/** `Football, Futsal`. */
export const activityText = (list: readonly Activity[]): string => list.map(activityName).join(', ');

/** `Football, Futsal and 2 more`. */
export function activityList(list: readonly Activity[], max = 3): string {
  const shown = activityText(list.slice(0, max));
  const rest = list.length - max;
  return rest > 0 ? t('{names} and {rest} more', { names: shown, rest }) : shown;
}

/** All activities, by their names. */
export const activityChoices = (): { id: Activity; name: string }[] =>
  activityNames
    .map((id) => ({ id, name: activityName(id) }))
    .sort((a, b) => a.name.localeCompare(b.name, pageLanguage().tag));
