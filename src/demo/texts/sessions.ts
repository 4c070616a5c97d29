// The pool of sessions for events, and the text blocks of their descriptions.
import { type Activity, activityNames } from '../../contract/values/activities.ts';
import { type EventKind, eventKinds, type Level, levels } from '../../contract/values/enums.ts';
import type { Random } from '../random.ts';
import { fittingTexts } from './fitting.ts';
import { racketAndWaterSessions } from './sessions-racket-water.ts';
import { soloSessions } from './sessions-solo.ts';
import { teamSessions } from './sessions-team.ts';
import { closings, howItGoes, type Setting } from './texts.ts';

/** Per activity: what to bring, how it is taught here, and its sessions, one a line. */
export type SessionTexts = Record<Activity, { bring: string; about: string; sessions: string }>;

export type Session = { activity: Activity; kind: EventKind; level: Level; name: string; hook: string };

const texts: SessionTexts = { ...teamSessions, ...racketAndWaterSessions, ...soloSessions };

function read(activity: Activity): Session[] {
  return texts[activity].sessions
    .trim()
    .split('\n')
    .map((line) => {
      const [kindWord, levelWord, name, ...hook] = line.split(' / ').map((part) => part.trim());
      const kind = eventKinds.find((known) => known === kindWord);
      const level = levels.find((known) => known === levelWord);
      if (!kind || !level || !name || hook.length !== 1) throw new Error(`Not a session: ${line}`);
      return { activity, kind, level, name, hook: hook.join('') };
    });
}

export const sessions: Session[] = activityNames.flatMap(read);

export const bringFor = (activity: Activity) => texts[activity].bring;

/** Markdown of two to four paragraphs. */
export function describe(random: Random, hook: string, setting: Setting): string {
  const { activity, kind } = setting;
  const isTalk = kind === 'meeting' || kind === 'social';
  const goes = random.pick(howItGoes[kind]);
  const middle = isTalk ? [goes] : [texts[activity].about, goes];
  const parts = [hook, ...(random.chance(0.5) ? middle : middle.toReversed())];
  if (random.chance(0.6)) parts.push(random.pick(fittingTexts(closings, setting)));
  return parts.join('\n\n');
}

/** Deals sessions of an activity in random order, each once before any repeats; sessions in `usedNames` come last. */
export function createDeck(random: Random, usedNames: ReadonlySet<string>) {
  const piles = new Map<Activity, Session[]>();
  const fresh = new Set(sessions.filter((session) => !usedNames.has(session.name)));
  const hasFresh = (activity: Activity) =>
    (piles.get(activity) ?? [...fresh]).some((one) => one.activity === activity && fresh.has(one));
  const deal = (activity: Activity): { session: Session; isFirst: boolean } => {
    let pile = piles.get(activity) ?? [];
    if (pile.length === 0) pile = shuffledPile(activity);
    const session = pile.pop();
    if (!session) throw new Error(`No sessions of ${activity}.`);
    piles.set(activity, pile);
    const isFirst = fresh.delete(session);
    return { session, isFirst };
  };
  /** Unused sessions come first. */
  function shuffledPile(activity: Activity): Session[] {
    const all = random.shuffled(sessions.filter((session) => session.activity === activity));
    return [...all.filter((one) => !fresh.has(one)), ...all.filter((one) => fresh.has(one))];
  }
  return { deal, hasFresh };
}
