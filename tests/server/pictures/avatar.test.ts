import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient, signIn } from '../../support/client.ts';
import { type BuiltUser, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const canvas = (width: number, height: number, colour = '#0a7f3f') =>
  sharp({ create: { width, height, channels: 3, background: colour } });

/** A PNG chunk; its checksum is not used by a reader of the chunk types. */
function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

/** The same PNG with another size in its header, like a decompression bomb. */
function claiming(png: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  return copy;
}

describe('my avatar', () => {
  let server: TestServer;
  let me: BuiltUser;
  let client: Client;
  beforeEach(async () => {
    server = await startTestServer();
    me = await buildUser(server.database.db);
    client = await signIn(server, me);
  });
  afterEach(() => server.close());

  const put = (bytes: Uint8Array<ArrayBuffer> | Buffer, type = 'image/png') =>
    client.request('/api/users/me/avatar', {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': type },
    });
  const stored = () => server.database.db.selectFrom('pictures').select(['hash', 'owner_id']).execute();

  it.each(['jpeg', 'png', 'webp'] as const)(
    'accepts %s and serves a square WebP with an immutable cache',
    async (format) => {
      const response = await put(await canvas(900, 600)[format]().toBuffer(), `image/${format}`);
      expect(response.status).toBe(200);
      const { filePath } = (await response.json()) as { filePath: string };
      expect((await client.call('GET /api/users/me/profile')).body.profile.filePath).toBe(filePath);
      expect((await client.call('GET /api/auth/session')).body.avatarSrc).toBe(filePath);
      const picture = await createClient(server).request(filePath);
      expect(picture.headers.get('content-type')).toBe('image/webp');
      expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const metadata = await sharp(await picture.arrayBuffer()).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 });
      const etag = picture.headers.get('etag') ?? '';
      const again = await createClient(server).request(filePath, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
    },
  );

  it('is rotated upright and loses location and camera metadata', async () => {
    const left = await canvas(300, 600, '#ff0000').png().toBuffer();
    const photo = await canvas(600, 600, '#0000ff')
      .composite([{ input: left, left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Secret photographer' }, IFD3: { GPSLatitude: '51/1 3/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { filePath } = (await (await put(photo, 'image/jpeg')).json()) as { filePath: string };
    const bytes = Buffer.from(await (await client.request(filePath)).arrayBuffer());
    const metadata = await sharp(bytes).metadata();
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes('Secret')).toBe(false);
    // Orientation 6: the left edge becomes the top.
    const { data } = await sharp(bytes)
      .extract({ left: 256, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
    expect(data[2]).toBeLessThan(60);
  });

  it('is identified by its content, not by its file name', async () => {
    expect((await put(await canvas(20, 20).webp().toBuffer(), 'image/jpeg')).status).toBe(200);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const body of [svg, '<!doctype html>', 'GIF89a', '%PDF-1.7', ''])
      expect([body, (await put(Buffer.from(body))).status]).toEqual([body, 422]);
  });

  it('is rejected when animated, damaged, or larger than 16 megapixels decoded', async () => {
    const png = await canvas(64, 64).png().toBuffer();
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((colour) => canvas(32, 32, colour).png().toBuffer()),
    );
    const animatedWebp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const animatedPng = Buffer.concat([
      png.subarray(0, 33),
      chunk('acTL', Buffer.alloc(8)),
      png.subarray(33),
    ]);
    const jpeg = await canvas(400, 400).jpeg().toBuffer();
    const refused: [string, Buffer][] = [
      ['animated', animatedWebp],
      ['animated', animatedPng],
      // Hidden behind more chunks than the check reads.
      ['animated', Buffer.concat([png.subarray(0, 33), Buffer.alloc(12 * 1001), png.subarray(33)])],
      ['damaged', jpeg.subarray(0, jpeg.length / 2)],
      ['damaged', png.subarray(0, 40)],
      ['damaged', Buffer.concat([png.subarray(0, 8), Buffer.alloc(500, 7)])],
      ['damaged', claiming(png, 2000, 2000)],
      ['too_many_pixels', await canvas(4001, 4000).jpeg().toBuffer()],
    ];
    for (const [code, bytes] of refused) {
      const response = await put(bytes);
      const problem = (await response.json()) as { errors?: { code: string }[] };
      expect([code, response.status, problem.errors?.[0]?.code]).toEqual([code, 422, code]);
    }
    const bomb = await put(claiming(png, 60_000, 60_000));
    expect(bomb.status).toBe(422);
    expect((await put(await canvas(4000, 4000).jpeg().toBuffer())).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  it('may have exactly 5 MB, with or without a Content-Length', async () => {
    const tooMuch = new Uint8Array(5 * 1024 * 1024 + 1);
    expect((await put(tooMuch)).status).toBe(413);
    const said = await client.request('/api/users/me/avatar', {
      method: 'PUT',
      headers: { 'content-type': 'image/png', 'content-length': '99999999' },
    });
    expect(said.status).toBe(413);
    // Padding after the image data is harmless; 5 MB in total are read.
    const png = await canvas(10, 10).jpeg().toBuffer();
    const full = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024 - png.length)]);
    expect((await put(full, 'image/jpeg')).status).toBe(200);
  });

  it('deletes the replaced one, and keeps those of others', async () => {
    const other = await buildUser(server.database.db);
    const png = await canvas(30, 30).png().toBuffer();
    const { filePath } = (await (await put(png)).json()) as { filePath: string };
    client = await signIn(server, other);
    await put(png);
    expect(await stored()).toHaveLength(2);
    client = await signIn(server, me);
    const again = (await (await put(await canvas(30, 30, '#123456').png().toBuffer())).json()) as {
      filePath: string;
    };
    expect(again.filePath).not.toBe(filePath);
    expect((await client.request(filePath)).status).toBe(404);
    expect((await stored()).map((row) => row.owner_id).sort()).toEqual([me.id, other.id].sort());
    expect((await client.call('DELETE /api/users/me/avatar')).status).toBe(204);
    expect((await stored()).map((row) => row.owner_id)).toEqual([other.id]);
    expect((await client.call('GET /api/users/me/profile')).body.profile.filePath).toBeNull();
    expect((await client.call('DELETE /api/users/me/avatar')).status).toBe(204);
  });

  it('leaves one picture after two concurrent uploads', async () => {
    const pictures = await Promise.all(
      ['#111111', '#eeeeee'].map((colour) => canvas(30, 30, colour).png().toBuffer()),
    );
    await Promise.all(pictures.map((picture) => put(picture)));
    const rows = await stored();
    const { filePath } = (await client.call('GET /api/users/me/profile')).body.profile;
    expect(rows.map((row) => `/api/pictures/${row.hash}.webp`)).toEqual([filePath]);
  });

  it('answers 404 under an invalid address', async () => {
    for (const name of ['a'.repeat(43), 'short', '../../etc/passwd'])
      expect((await createClient(server).request(`/api/pictures/${name}.webp`)).status).toBe(404);
  });
});
