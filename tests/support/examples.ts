// Ids and names of demo objects that browser tests open, asked from the product itself.

async function get<T>(origin: string, path: string): Promise<T> {
  return (await (await fetch(origin + path)).json()) as T;
}

type Named = { items: { id: string; name: string }[] };

/** One public object of each kind: an event, an organization, a team and a member. */
export async function exampleIds(origin: string) {
  const first = async (kind: string) => {
    const [item] = (await get<Named>(origin, `/api/explore/${kind}?limit=1`)).items;
    if (!item) throw new Error(`The demo data has no ${kind}.`);
    return item;
  };
  const [event, organization, team, user] = await Promise.all(
    ['events', 'organizations', 'teams', 'members'].map(first),
  );
  if (!event || !organization || !team || !user) throw new Error('The demo data is incomplete.');
  return {
    event: event.id,
    eventName: event.name,
    organization: organization.id,
    organizationName: organization.name,
    team: team.id,
    teamName: team.name,
    user: user.id,
    userName: user.name,
  };
}
