// Why the server can't be asked now, in words. Pure.
import type { Connectivity } from '../../data/http/connectivity.ts';
import { type Message, msg, t } from '../../words/t.ts';

const connectionTexts: Record<Connectivity, Message | null> = {
  online: null,
  slow: null,
  offline: msg("You're offline."),
  unreachable: msg("We can't reach the server right now."),
  portal: msg('This network wants you to sign in first.'),
};

/** Empty while the server can be reached. */
export function connectionText(connectivity: Connectivity): string {
  const text = connectionTexts[connectivity];
  return text ? t(text) : '';
}
