// The structured data of an event or a series, checked against the requirements of schema.org and Google for
// an Event.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headOf } from '../../../src/app/ssr/head.ts';
import { previewImageOf } from '../../../src/app/ssr/preview-image.ts';
import type { PublicEvent } from '../../../src/contract/events/events.ts';
import type { Series } from '../../../src/contract/events/series.ts';
import {
  buildEvent,
  buildOffer,
  buildOrganization,
  buildPlace,
  buildSeries,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const origin = 'https://club.example';
const site = { origin, name: 'Sideline' };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Given = Parameters<typeof buildEvent>[1];

/** The event that the page is rendered from, and the head of that page. */
async function headFor(given: Given, price: number | null = null) {
  const { id } = await buildEvent(server.database.db, given);
  if (price !== null) await buildOffer(server.database.db, { event_id: id, price_minor: price });
  const address = `/api/events/public/${id}`;
  const event = (await (await server.app.request(address)).json()) as PublicEvent;
  const head = headOf(`/events/public/${id}`, '', { [address]: event }, site);
  return { event, head, ld: head.jsonLd[0] as Record<string, unknown> };
}

const localInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const ownAddress = /^https:\/\/club\.example\//;

describe('the structured data of an event', () => {
  test('has every field that search engines require or recommend', async () => {
    const { db } = server.database;
    const club = await buildOrganization(db, { name: 'KV Rooigem' });
    const place = await buildPlace(db, { name: 'Blaarmeersen', region: 'Ghent' });
    const { ld, event } = await headFor(
      { organizer_organization_id: club.id, place_id: place.id, description: 'Small groups.' },
      1250,
    );
    expect(ld).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'SportsEvent',
      name: event.name,
      description: 'Small groups.',
      startDate: '2026-11-28T11:00:00+01:00',
      endDate: '2026-11-28T12:30:00+01:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      image: [origin + previewImageOf(event).address],
      location: {
        '@type': 'Place',
        name: 'Blaarmeersen',
        address: { '@type': 'PostalAddress', addressLocality: 'Ghent', addressCountry: 'BE' },
      },
      organizer: { '@type': 'Organization', name: 'KV Rooigem', url: `${origin}/organizations/${club.id}` },
      offers: {
        '@type': 'Offer',
        url: expect.stringMatching(ownAddress),
        price: '12.50',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        validFrom: '2026-11-01T11:00:00+01:00',
        validThrough: '2026-11-28T11:00:00+01:00',
      },
    });
  });

  test.each<[string, Given]>([
    ['without a place', {}],
    ['online', { attendance_mode: 'online' }],
    ['cancelled', { event_status: 'EventCancelled' }],
    ['postponed', { event_status: 'EventPostponed' }],
    ['moved', { event_status: 'EventRescheduled', previous_start_dates: '["2026-11-27T10:00:00.000Z"]' }],
    ['in another zone', { time_zone: 'America/New_York' }],
    ['where nothing is played', { activities: '[]' }],
  ])('%s still has all required fields', async (_, given) => {
    const { ld, head } = await headFor(given);
    expect(ld).toMatchObject({
      name: expect.any(String),
      startDate: expect.stringMatching(localInstant),
      eventStatus: `https://schema.org/${given?.event_status ?? 'EventScheduled'}`,
      location: { '@type': expect.stringMatching(/^(Virtual)?(Place|Location)$/) },
      image: [expect.stringMatching(ownAddress)],
      offers: { price: '0', validFrom: expect.stringMatching(localInstant) },
    });
    expect(head.image).toMatchObject({ width: 1200, height: 630, alt: expect.stringContaining(head.title) });
  });

  test('has its previous date, and its status when cancelled', async () => {
    const moved = await headFor({
      event_status: 'EventRescheduled',
      previous_start_dates: '["2026-11-27T10:00:00.000Z"]',
    });
    expect(moved.ld.previousStartDate).toBe('2026-11-27T11:00:00+01:00');
    const { head, ld } = await headFor({ event_status: 'EventCancelled' });
    expect(ld.eventStatus).toBe('https://schema.org/EventCancelled');
    expect(head.description).toMatch(/^Cancelled\. /);
    expect(head.image.alt).toMatch(/^Cancelled\. /);
  });

  test.each([
    ['EventScheduled', 'InStock'],
    ['EventRescheduled', 'InStock'],
    ['EventPostponed', 'OutOfStock'],
    ['EventCancelled', 'Discontinued'],
  ] as const)('an %s offers places as %s', async (event_status, availability) => {
    const { ld } = await headFor({ event_status, maximum_attendee_capacity: 10 });
    expect(ld.offers).toMatchObject({ availability: `https://schema.org/${availability}` });
  });

  test('is sold out without a free place, and opens when registration does', async () => {
    const { ld } = await headFor({
      maximum_attendee_capacity: 0,
      registration_opens_at: '2026-11-25T08:00:00.000Z',
    });
    expect(ld.offers).toMatchObject({
      availability: 'https://schema.org/SoldOut',
      validFrom: '2026-11-25T09:00:00+01:00',
    });
  });

  test('of an unlisted event comes with noindex', async () => {
    expect((await headFor({ visibility: 'unlisted' })).head.isIndexed).toBe(false);
    expect((await headFor({})).head.isIndexed).toBe(true);
  });
});

/** The head of the page of a series with one date per entry. */
async function seriesHeadFor(series: Parameters<typeof buildSeries>[1], given: NonNullable<Given>[]) {
  const { db } = server.database;
  const { id } = await buildSeries(db, series);
  const dates = [];
  for (const one of given)
    dates.push(
      await buildEvent(db, { series_id: id, recurrence_id: `${one.starts_at?.slice(0, 10)}T11:00`, ...one }),
    );
  const address = `/api/series/${id}`;
  const answer = (await (await server.app.request(address)).json()) as Series;
  const head = headOf(`/series/${id}`, '', { [address]: answer }, site);
  return { id, dates, head, ld: head.jsonLd[0] as Record<string, Record<string, unknown>> };
}
const saturday = (day: string, more: NonNullable<Given> = {}) => ({
  name: 'Rowing',
  starts_at: `${day}T10:00:00.000Z`,
  ...more,
});

describe('the structured data of a series', () => {
  test('has its rule as a Schedule, and its next dates with their status', async () => {
    const { db } = server.database;
    const place = await buildPlace(db, { name: 'Boathouse', region: 'Ghent' });
    const club = await buildOrganization(db, { name: 'Rowing club' });
    const common = { place_id: place.id, organizer_organization_id: club.id };
    const { id, dates, head, ld } = await seriesHeadFor(
      { rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SA;COUNT=4', exceptions: '["2026-12-12"]' },
      [
        saturday('2026-11-28', { ...common, event_status: 'EventCancelled' }),
        saturday('2026-12-26', common),
        saturday('2027-01-09', common),
      ],
    );
    expect(head).toMatchObject({
      title: 'Rowing',
      canonical: `/series/${id}`,
      description: expect.stringMatching(
        /, 11:00–12:30, until 9 January. Boathouse, Ghent. By Rowing club.$/,
      ),
    });
    expect(ld).toMatchObject({
      '@type': 'EventSeries',
      url: `${origin}/series/${id}`,
      name: 'Rowing',
      location: { '@type': 'Place', name: 'Boathouse' },
      organizer: { name: 'Rowing club' },
      eventSchedule: {
        '@type': 'Schedule',
        repeatFrequency: 'P2W',
        byDay: ['https://schema.org/Saturday'],
        startDate: '2026-11-28',
        endDate: '2027-01-09',
        startTime: '11:00:00',
        endTime: '12:30:00',
        scheduleTimezone: 'Europe/Brussels',
        exceptDate: ['2026-12-12'],
      },
    });
    expect(ld.subEvent).toMatchObject([
      {
        '@type': 'SportsEvent',
        eventStatus: 'https://schema.org/EventCancelled',
        location: { '@type': 'Place' },
      },
      { startDate: '2026-12-26T11:00:00+01:00', eventStatus: 'https://schema.org/EventScheduled' },
      { url: `${origin}/events/public/${dates[2]?.id}` },
    ]);
  });

  test.each([
    ['FREQ=DAILY', { repeatFrequency: 'P1D' }],
    ['FREQ=WEEKLY', { repeatFrequency: 'P1W', byDay: ['https://schema.org/Saturday'] }],
    ['FREQ=MONTHLY;BYDAY=-1SA', { repeatFrequency: 'P1M', byDay: ['-1SA'] }],
    ['FREQ=MONTHLY', { repeatFrequency: 'P1M', byMonthDay: [28] }],
    ['FREQ=MONTHLY;BYMONTHDAY=28', { repeatFrequency: 'P1M', byMonthDay: [28] }],
  ])('without an end has no last day: %s', async (rrule, schedule) => {
    const { ld } = await seriesHeadFor({ rrule }, [saturday('2026-11-28'), saturday('2026-12-28')]);
    expect(ld.eventSchedule).toEqual({
      '@type': 'Schedule',
      ...schedule,
      startDate: '2026-11-28',
      startTime: '11:00:00',
      endTime: '12:30:00',
      scheduleTimezone: 'Europe/Brussels',
    });
  });

  test('is the superEvent of its dates when anyone may open more than one', async () => {
    const { id, dates } = await seriesHeadFor({}, [saturday('2026-11-28'), saturday('2026-12-05')]);
    const address = `/api/events/public/${dates[0]?.id}`;
    const event = (await (await server.app.request(address)).json()) as PublicEvent;
    const [ld] = headOf(`/events/public/${dates[0]?.id}`, '', { [address]: event }, site).jsonLd;
    const url = `${origin}/series/${id}`;
    expect(ld).toMatchObject({ superEvent: { '@type': 'EventSeries', '@id': url, url, name: 'Rowing' } });
    expect((await headFor({})).ld).not.toHaveProperty('superEvent');
  });
});

test('any other page has the preview image of the instance', () => {
  expect(headOf('/explore', '', {}, site).image.address).toBe(previewImageOf(null).address);
});
