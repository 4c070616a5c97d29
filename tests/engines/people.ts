// People of these tests, and the server's data for them, read over HTTP beside the browser.

export const password = 'correct horse battery';

export type Visitor = { username: string; get<T>(path: string): Promise<T> };
export type Person = Visitor & { attend(eventId: string): Promise<void> };

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const post = (address: string, body: unknown) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** A client without a session. */
export const visitor = (api: string): Visitor => ({
  username: '',
  get: async (path) => json(await fetch(api + path)),
});

/** A session of an account, separate from the browser's. */
export async function signedIn(api: string, username: string, as = 'sideline-demo'): Promise<Person> {
  const login = await post(`${api}/api/auth/login`, { username, password: as });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return {
    username,
    get: async (path) => json(await fetch(api + path, { headers: { cookie } })),
    attend: async (eventId) => {
      const answer = await fetch(`${api}/api/events/${eventId}/registration`, {
        method: 'PUT',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ response: 'attending' }),
      });
      await json(answer);
    },
  };
}

let count = 0;

/** A new person without replies. */
export async function newPerson(api: string, name: string): Promise<Person> {
  count += 1;
  const username = `engine-${Date.now().toString(36)}-${count}`;
  const email = `${username}@sideline.example`;
  await json(
    await post(`${api}/api/auth/register`, {
      username,
      password,
      name,
      email,
      phone: '+32470123456',
      countryCode: 'BE',
    }),
  );
  return signedIn(api, username, password);
}

type Listed = {
  id: string;
  name: string;
  attendingLeadsTo: string;
  ageMin: number | null;
  ageMax: number | null;
  offers: { refundUntil: string | null }[];
};

/** An event for all ages some days ahead with a free place, free or with one price. */
export async function eventWithPlace(api: string, price: 'free' | 'paid'): Promise<Listed> {
  const { get } = visitor(api);
  const from = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
  const list = `/api/explore/events?price=${price}&hasPlaces=true&from=${from}&limit=100`;
  const leadsTo = price === 'free' ? 'place' : 'payment';
  for (const { id } of (await get<{ items: Listed[] }>(list)).items) {
    const event = await get<Listed>(`/api/events/public/${id}`);
    // A new person has no birth date, which an age limit asks for.
    const isForAll = event.ageMin === null && event.ageMax === null;
    if (isForAll && event.attendingLeadsTo === leadsTo && event.offers.length <= 1) return event;
  }
  throw new Error(`The demo data has no ${price} event with a place.`);
}

/** The events of the API as a person sees them, each requested once. */
export function eventsOf<Event>({ username, get }: Visitor): (id: string) => Promise<Event> {
  const known = new Map<string, Promise<Event>>();
  const path = username ? '/api/events/' : '/api/events/public/';
  return (id) => {
    const event = known.get(id) ?? get<Event>(path + id);
    known.set(id, event);
    return event;
  };
}
