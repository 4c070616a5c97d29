// Adds the portraits of the cast, and the logos of clubs and teams.
import type { Database, Db } from '../../server/db/open.ts';
import { loadSharp } from '../../server/pictures/encode.ts';
import { pictureName, pictureUrl, setAvatar } from '../../server/pictures/queries.ts';
import { dayMs, iso } from '../calendar.ts';
import type { World } from '../world.ts';
import { crests } from './crests.ts';
import { looks, portrait } from './portraits.ts';

/** About twice the largest size on a screen, in pixels. */
const size = 160;

type Drawn = Map<string, Uint8Array<ArrayBuffer>>;

/** Encodes all pictures in threads of their own, by username or name. */
export async function drawPictures(): Promise<Drawn> {
  const sharp = await loadSharp();
  const draw = async (name: string, shapes: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="${size}" height="${size}">${shapes}</svg>`;
    const bytes = await sharp(Buffer.from(svg)).webp({ quality: 82, effort: 2 }).toBuffer();
    return [name, new Uint8Array(bytes)] as const;
  };
  return new Map(
    await Promise.all([
      ...Object.entries(looks).map(([username, look]) => draw(username, portrait(look))),
      ...Object.entries(crests).map(([name, shapes]) => draw(name, shapes)),
    ]),
  );
}

/** Runs after the people, clubs and teams are written. */
export async function addPictures(
  db: Db,
  { dialect }: Pick<Database, 'dialect'>,
  { people, clubs, teams }: World,
  { pictures, now }: { pictures: Drawn; now: number },
): Promise<void> {
  const at = iso(now - 90 * dayMs);
  for (const { id, username } of people.slice(0, 60)) {
    const bytes = pictures.get(username);
    if (bytes) await setAvatar({ db, dialect }, { ownerId: id, bytes, at });
  }
  for (const [table, column, groups] of [
    ['organizations', 'organization_id', clubs],
    ['teams', 'team_id', teams],
  ] as const)
    for (const { id, name } of groups) {
      const bytes = pictures.get(name);
      if (!bytes) continue;
      // A random name would not be the same each time; these groups are public.
      const file = pictureName(id, bytes);
      await db
        .insertInto('logos')
        .values({ team_id: null, organization_id: null, [column]: id, name: file, bytes, created_at: at })
        .execute();
      await db
        .updateTable(table)
        .set({ logo: pictureUrl(file) })
        .where('id', '=', id)
        .execute();
    }
}
