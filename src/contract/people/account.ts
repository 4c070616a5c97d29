// The account itself: picture, sessions, data export and deletion.
import { z } from 'zod';
import { IdSchema } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';

const own = { tag: 'me', access: 'session', offline: 'never', problems: [] } as const;
const noContent = { ...own, status: 204, answer: null } as const;

/** The rows of a table about one person, as stored. */
const RowsSchema = z.array(z.record(z.string(), z.unknown()));

export const accountEndpoints = endpoints({
  'PUT /api/users/me/avatar': {
    ...own,
    operationId: 'setMyAvatar',
    summary:
      'Set my picture: JPEG, PNG or WebP, 5 MB and 16 megapixels at most. Its middle square is kept, without metadata.',
    bodyType: 'image',
    status: 200,
    answer: z.object({ filePath: z.string() }),
  },
  'DELETE /api/users/me/avatar': {
    ...noContent,
    operationId: 'removeMyAvatar',
    summary: 'Remove my picture. Succeeds where there is none.',
  },
  'DELETE /api/users/me/sessions': {
    ...noContent,
    operationId: 'endOtherSessions',
    summary: 'Sign out all other devices.',
  },
  'DELETE /api/users/me/sessions/{id}': {
    ...noContent,
    operationId: 'endSession',
    summary: 'Sign out one device. For this device, it is a logout and deletes the cookies.',
    params: z.object({ id: IdSchema }),
  },
  'GET /api/users/me/export': {
    ...own,
    operationId: 'exportMyData',
    summary: 'Everything stored about me, as a file.',
    status: 200,
    fileName: 'sideline-my-data.json',
    answer: z.object({ exportedAt: z.string(), data: z.record(z.string(), RowsSchema) }),
  },
  'DELETE /api/users/me': {
    ...noContent,
    operationId: 'deleteMyAccount',
    summary:
      'Delete my account: personal data are deleted, bookkeeping stays without a name. Refused to the last owner of a group with other members, and to the owner of a published event to come.',
    body: z.strictObject({
      password: z
        .string()
        .min(1, { error: said('Required') })
        .max(1024, { error: said('Too long') }),
    }),
    problems: ['not_permitted'],
  },
});
