// The place that an import gave an event, as a text of the source no longer tells it once the place is renamed; and what an
// import changed, so that it can be undone. `previous_imported` is JSON. An event that was never changed is still at the place
// that it was given; of the others it is not known.

export const changesOfImports = `
alter table fixtures add column given_place_id ID references places(id) on delete set null;
alter table fixtures add column changed_by_import_id ID references fixture_imports(id) on delete set null;
alter table fixtures add column changed_version INT;
alter table fixtures add column previous_imported TEXT;
update fixtures set given_place_id =
  (select e.place_id from events e where e.id = fixtures.event_id and e.version = 1);
create index fixtures_place on fixtures(given_place_id) where given_place_id is not null;
create index fixtures_changed_by on fixtures(changed_by_import_id) where changed_by_import_id is not null;
`;
