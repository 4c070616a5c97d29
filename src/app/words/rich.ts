// A text with elements in it.
import { createElement, Fragment, type ReactNode } from 'react';
import { type CompiledMessage, formatMessage } from '../../words/message.ts';
import { pageLanguage, type Written } from './t.ts';

type Element = (children: ReactNode) => ReactNode;

/**
 * `rich('Read the <link>terms</link>.', { link: (text) => <Link to="/terms">{text}</Link> })`. An element without text
 * of its own: `by <host></host>`.
 */
export function rich<const Text extends CompiledMessage>(
  text: Written<Text>,
  values: Readonly<Record<string, string | number | Element>>,
): ReactNode {
  const parts = formatMessage<ReactNode>(pageLanguage(), text, values);
  // As arguments, so that they need no keys.
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
}
