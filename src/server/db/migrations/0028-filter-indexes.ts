// Indexes on PostgreSQL of what the public lists are filtered by. Each kind of search document has its own, so that a search
// does not read the list of all documents of its kind. Without `fastupdate`, because entries that wait to be merged make the
// planner read the whole table.

export const filterIndexesOfPostgres = [
  'drop index search_documents_words',
  ...['event', 'user', 'organization', 'team'].map(
    (kind) =>
      `create index search_documents_of_${kind} on search_documents using gin(words) with (fastupdate = off) where kind = '${kind}'`,
  ),
  `create index events_activities on events using gin((activities::jsonb) jsonb_path_ops) with (fastupdate = off)
     where publication = 'published' and visibility = 'public' and removed_at is null`,
  `create index profiles_activities on profiles using gin((activities::jsonb) jsonb_path_ops) with (fastupdate = off)
     where is_public = 1`,
  'create index profiles_region on profiles(sort_region) where is_public = 1',
  // The planner knows nothing of what an index computes until then.
  'analyze events, profiles',
];
