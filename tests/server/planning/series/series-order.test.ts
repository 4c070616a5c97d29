// The order in which prices and teams were sent is no edit of a date: such dates follow an edit of all dates.
import { expect, it } from 'vitest';
import { buildTeam } from '../../../support/factories.ts';
import { setUpSeries } from './series-setup.ts';

const { setup, db, make, edit } = setUpSeries();
const weekly = 'FREQ=WEEKLY;COUNT=2';
const offer = (name: string, amountMinor: number) => ({ name, price: { amountMinor, currency: 'EUR' } });

it('prices that were sent from high to low follow a new price of all dates', async () => {
  const [first = '', second = ''] = await make(weekly, {
    offers: [offer('Adult', 700), offer('Child', 500)],
  });
  await edit(first, { offers: [offer('Adult', 900), offer('Child', 500)] });
  const { preview } = await edit(first, {
    scope: 'all',
    offers: [offer('Adult', 800), offer('Child', 400)],
  });
  expect(preview).toMatchObject({ dates: 2, keptDates: [] });
  const offers = await db()
    .selectFrom('offers')
    .select('price_minor')
    .where('event_id', '=', second)
    .where('withdrawn_at', 'is', null)
    .orderBy('price_minor')
    .execute();
  expect(offers.map(({ price_minor }) => price_minor)).toEqual([400, 800]);
});

it('teams that were sent in any order follow new teams of all dates', async () => {
  const { team, otherTeam, organization } = setup.club;
  const third = await buildTeam(db(), { organization_id: organization.id });
  const [first = '', second = ''] = await make(weekly, {
    owner: { kind: 'organization', id: organization.id },
    teamIds: [team.id, otherTeam.id].toSorted().toReversed(),
  });
  await edit(first, { teamIds: [team.id] });
  const { preview } = await edit(first, { scope: 'all', teamIds: [team.id, third.id] });
  expect(preview).toMatchObject({ dates: 2, keptDates: [] });
  const teams = await db()
    .selectFrom('event_teams')
    .select('team_id')
    .where('event_id', '=', second)
    .execute();
  expect(teams.map(({ team_id }) => team_id).toSorted()).toEqual([team.id, third.id].toSorted());
});
