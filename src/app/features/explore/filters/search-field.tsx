// The search field of a list: a real GET form, so that it works before scripts; with scripts it searches with
// a debounce.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { listLimits } from '../../../../contract/values/list-limits.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { useListPlace } from '../list-place.tsx';
import { withFilter } from './filters.ts';

const pauseMs = 300;

const Form = chakra('form', {
  base: {
    position: 'relative',
    '& input[type=search]': {
      w: 'full',
      h: '3rem',
      ps: '2.75rem',
      pe: '3',
      fontSize: 'md',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      rounded: 'md',
      _hover: { borderColor: 'border.strong' },
      _placeholder: { color: 'fg.muted', opacity: '1' },
    },
    '& .icon': {
      position: 'absolute',
      insetStart: '0.875rem',
      top: '0.875rem',
      color: 'fg.muted',
      pointerEvents: 'none',
    },
  },
});

/** `label` is also the placeholder: `Search 214 events`. */
export function SearchField({ label }: { label: string }) {
  const { path, params } = useListPlace();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const q = params.get('q') ?? '';

  // What this field has searched for and the URL does not show yet, oldest first: on a slow device the next letters
  // are typed, and even searched for, before the page shows what was searched for last.
  const coming = useRef<string[]>([]);
  const last = useRef(q);
  // The URL also changes by Back or by "Clear filters": only then is the text replaced.
  useEffect(() => {
    const at = coming.current.indexOf(q);
    coming.current = coming.current.slice(at + 1);
    if (at >= 0 || q === last.current) return;
    last.current = q;
    coming.current = [];
    if (input.current) input.current.value = q;
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (isTyping: boolean) => {
    clearTimeout(timer.current);
    const wanted = input.current?.value.trim() ?? '';
    if (wanted === last.current) return;
    // Back leaves the search at once, not letter by letter.
    const replace = isTyping && last.current !== '';
    last.current = wanted;
    coming.current.push(wanted);
    navigate(path + withFilter(params, 'q', wanted), { replace });
  };
  // With the filters of then: one may be chosen while the search waits for the next letter.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const otherParams = [...params].filter(([name]) => name !== 'q' && name !== 'cursor');
  return (
    <Form
      action={path}
      method="get"
      role="search"
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        search(false);
        input.current?.blur();
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        defaultValue={q}
        maxLength={listLimits.searchMax}
        enterKeyHint="search"
        autoComplete="off"
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => latest.current(true), pauseMs);
        }}
      />
      {otherParams.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </Form>
  );
}
