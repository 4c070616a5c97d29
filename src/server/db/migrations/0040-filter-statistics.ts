// What PostgreSQL's planner has to know of the events that a list is filtered by: how many have an activity, and how many last
// for more than a day. Without it, it expects one in a hundred, and a third.

export const filterStatisticsOfPostgres = [
  'create statistics events_activity_counts on (activities::jsonb) from events',
  'create statistics events_lengths on (ends_at - starts_at) from events',
  'create statistics profiles_activity_counts on (activities::jsonb) from profiles',
  'analyze events, profiles',
];
