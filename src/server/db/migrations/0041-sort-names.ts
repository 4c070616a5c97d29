// Sort keys of names were not bounded: a list ended at one that was too long for a cursor.

export const sortNames = ['people', 'organizations', 'teams']
  .map((table) => `update ${table} set sort_name = substr(sort_name, 1, 160) where length(sort_name) > 160`)
  .join(';\n');
