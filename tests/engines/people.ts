// People of these tests, and the server's data for them, read over HTTP beside the browser.

export const password = 'correct horse battery';

export type Visitor = { username: string; get<T>(path: string): Promise<T> };
export type Person = Visitor & { attend(eventId: string): Promise<void> };

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const post = (address: string, body: unknown, headers = {}) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function logIn(api: string, username: string, password: string) {
  const login = await post(`${api}/api/auth/login`, { username, password });
  const cookies = login.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { cookie: cookies.join('; ') };
}

/** A client without a session. */
export const visitor = (api: string): Visitor => ({
  username: '',
  get: async (path) => json(await fetch(api + path)),
});

/** A session of an account, separate from the browser's. */
export async function signedIn(api: string, username: string, as = 'sideline-demo'): Promise<Person> {
  const { cookie } = await logIn(api, username, as);
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

/** A new public event three weeks ahead with places, free or with one price, run by the demo's coach. */
export async function openEvent(api: string, price: 'free' | 'paid'): Promise<{ id: string }> {
  const { cookie } = await logIn(api, 'coach', 'sideline-demo');
  const startsAt = Date.now() + 21 * 86_400_000;
  const event = {
    name: `Open evening, ${price}`,
    kind: 'social',
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 7_200_000).toISOString(),
    timeZone: 'Europe/Brussels',
    visibility: 'public',
    publication: 'published',
    offers: price === 'free' ? [] : [{ name: 'Everyone', price: { amountMinor: 450, currency: 'EUR' } }],
  };
  return json(await post(`${api}/api/events`, event, { cookie, 'idempotency-key': crypto.randomUUID() }));
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
