// My settings with their unsaved changes: applied at once, sent through the outbox one after the other.
import { useRef, useState } from 'react';
import type { Body } from '../../../../contract/api.ts';
import type { Settings } from '../../../../contract/people/me.ts';
import { failureText } from '../../../data/forms/use-action.ts';
import { readQueued, write } from '../../../data/outbox/outbox.ts';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { useResource } from '../../../data/resources/use-resource.ts';

export type SettingsChange = Omit<Body<'PATCH /api/users/me/settings'>, 'version'>;

/** Resolves to null when the change is saved or queued, else to the server's refusal. */
export type SaveSettings = (change: SettingsChange, title: string) => Promise<string | null>;

/** Both changes, of which `later` wins; notification preferences are merged by kind and channel. */
export function merged(earlier: SettingsChange, later: SettingsChange): SettingsChange {
  const both = { ...earlier, ...later };
  if (!earlier.notifications || !later.notifications) return both;
  const keyOf = ({ kind, channel }: Settings['notifications'][number]) => `${kind} ${channel}`;
  const byKey = new Map([...earlier.notifications, ...later.notifications].map((one) => [keyOf(one), one]));
  return { ...both, notifications: [...byKey.values()] };
}

/** The settings with the change applied. */
export function changed(settings: Settings, change: SettingsChange): Settings {
  const { notifications, ...rest } = change;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const chosen = (notifications ?? []) as Settings['notifications'];
  return {
    ...settings,
    ...given,
    notifications: settings.notifications.map(
      (one) => chosen.find(({ kind, channel }) => kind === one.kind && channel === one.channel) ?? one,
    ),
  };
}

const bodyOf = (row: { body: Record<string, unknown> } | null): SettingsChange => {
  const { version: _, ...change } = row?.body ?? {};
  return change as SettingsChange;
};

export function useSettings() {
  const resource = useResource('GET /api/users/me/settings', {});
  const { data, mutate } = resource;
  const waiting = useQueued('settings');
  /** Changes that are not answered yet, in their order. */
  const [inFlight, setInFlight] = useState<SettingsChange[]>([]);
  /** The settings that the next write starts from, independent of this render. */
  const latest = useRef(data);
  latest.current = data;
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const send = async (change: SettingsChange, title: string, tries: number): Promise<string | null> => {
    const queued = await readQueued('settings');
    const now = latest.current;
    if (!now) return null;
    // This write replaces the queued one, or follows it if it was sent, so it includes its changes.
    const body = merged(queued?.refusal ? {} : bodyOf(queued), change);
    const sent = await write({
      call: 'PATCH /api/users/me/settings',
      params: undefined,
      body: { ...body, version: now.version },
      subject: 'settings',
      title,
    });
    if (sent.kind === 'waiting') return null;
    const answer = sent.kind === 'done' ? sent.answer : await mutate();
    if (answer) {
      latest.current = answer;
      await mutate(answer, { revalidate: false });
    }
    if (sent.kind === 'done') return null;
    // Changes made elsewhere to other settings stay; for this one, the person's latest choice wins.
    if (sent.code === 'stale_version' && tries > 0) return send(body, title, tries - 1);
    return sent.fields?.map(({ message }) => message).join('. ') || sent.message;
  };

  const save: SaveSettings = (change, title) => {
    setInFlight((before) => [...before, change]);
    const result = queue.current
      .then(() => send(change, title, 2))
      .catch((error: unknown) => failureText(error))
      .finally(() => setInFlight((before) => before.filter((one) => one !== change)));
    queue.current = result;
    return result;
  };

  const pending = inFlight.reduce(merged, waiting && !waiting.refusal ? bodyOf(waiting) : {});
  return { ...resource, settings: data && changed(data, pending), waiting, save };
}
