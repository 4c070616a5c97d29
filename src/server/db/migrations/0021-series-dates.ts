// The dates of a series in their order: its next one, and how many are to come, from the index alone.

export const seriesDates = `
create index events_of_series on events(series_id, starts_at, id, ends_at, publication, visibility, removed_at)
  where series_id is not null;
`;
