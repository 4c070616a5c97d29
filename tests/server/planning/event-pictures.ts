// Helpers of the tests of event pictures: pictures of one colour, sending and removing them, and what is stored.
import sharp from 'sharp';
import type { Query } from '../../../src/contract/api.ts';
import type { Db } from '../../../src/server/db/open.ts';
import { createClient, signIn } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';

export const photo = (colour = '#0a7f3f') =>
  sharp({ create: { width: 400, height: 600, channels: 3, background: colour } });
export const png = (colour?: string) => photo(colour).png().toBuffer();

type Scope = Query<'PUT /api/events/{id}/image'>;

export const picturesOf = (setup: { server: TestServer; db: () => Db }) => ({
  put: async (who: { id: string }, id: string, bytes: Uint8Array, query: Scope = {}) => {
    const client = await signIn(setup.server, who);
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const response = await client.request(`/api/events/${id}/image${search && `?${search}`}`, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'image/png' },
    });
    const body = (await response.json()) as {
      image?: string;
      version?: number;
      errors?: { code: string }[];
      detail?: string;
    };
    return { status: response.status, body };
  },
  remove: async (who: { id: string }, id: string, query: Scope = {}) =>
    (await signIn(setup.server, who)).call('DELETE /api/events/{id}/image', { params: { id }, query }),
  get: (path: string) => createClient(setup.server).request(path),
  /** Which event shows which file. */
  shown: () => setup.db().selectFrom('event_pictures').select(['event_id', 'hash']).execute(),
  /** The names of the stored files. */
  files: async () =>
    (await setup.db().selectFrom('event_picture_files').select('hash').orderBy('hash').execute()).map(
      ({ hash }) => hash,
    ),
});
