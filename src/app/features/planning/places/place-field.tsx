// The place of an event: a combobox (WAI-ARIA, with a listbox) that finds a place, or adds a new one.
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useRef, useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { OwnPlace } from '../../../../contract/events/places.ts';
import { addressWithTown } from '../../../../contract/values/address.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { newId } from '../../../data/http/new-id.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { BareInput, Line, RowError, useRowField } from '../../../ui/forms/rows.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';
import type { Errors } from '../form/body.ts';
import type { EventValues, NewPlace } from '../form/values.ts';
import { NewPlaceFields } from './new-place.tsx';
import { matchingPlaces, placeNamed } from './place-match.ts';

const List = chakra('div', {
  base: {
    maxH: '19rem',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    mb: '2',
    me: '2',
    borderWidth: '1px',
    borderColor: 'border.strong',
    rounded: 'md',
    bg: 'bg',
    '& > div': {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minH: 'target',
      px: '3',
      py: '1.5',
      cursor: 'pointer',
      lineHeight: '1.35',
    },
    '& > div + div': { borderTopWidth: '1px', borderColor: 'border' },
    '& > div[data-active]': { bg: 'bg.subtle' },
    '& strong': { display: 'block', fontWeight: '600' },
    '& small': { display: 'block', fontSize: 'sm', color: 'fg.muted' },
    '& .icon': { flexShrink: '0', color: 'fg.muted' },
  },
});
export type PlaceFieldProps = {
  values: EventValues;
  errors: Errors;
  places: readonly OwnPlace[];
  /** The event's place, known even without the list of places. */
  current: MyEvent['place'];
  locale: string;
  /** The default values of a new place. */
  fresh: Pick<NewPlace, 'region' | 'countryCode'>;
  deviceZone: string;
  onChange: (fields: Partial<EventValues>) => void;
};

export function PlaceField(props: PlaceFieldProps) {
  return props.values.newPlace ? (
    <NewPlaceFields {...props} place={props.values.newPlace} />
  ) : (
    <PlaceCombobox {...props} />
  );
}

type Choice =
  | { kind: 'place'; key: string; place: OwnPlace }
  | { kind: 'none'; key: string }
  | { kind: 'add'; key: string; name: string };

function PlaceCombobox({ values, errors, places, current, fresh, onChange }: PlaceFieldProps) {
  const error = errors.place ?? errors.timeZone;
  const { control, errorId } = useRowField(error);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen =
    places.find(({ id }) => id === values.place) ?? (current?.id === values.place ? current : undefined);
  /** The text being typed; null while the field shows the chosen place. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const text = typed ?? chosen?.name ?? '';
  const found = matchingPlaces(places, typed ?? '');
  const isKnown = placeNamed(places, text) !== undefined;
  const choices: Choice[] = [
    ...found.map((place): Choice => ({ kind: 'place', key: place.id, place })),
    ...(chosen && (typed ?? '') === '' ? [{ kind: 'none', key: 'none' } as const] : []),
    ...(typed?.trim() && isKnown ? [] : [{ kind: 'add', key: 'add', name: typed?.trim() ?? '' } as const]),
  ];

  const close = () => {
    setOpen(false);
    setTyped(null);
    setActive(-1);
  };
  const choose = (choice: Choice) => {
    close();
    if (choice.kind === 'place') onChange({ place: choice.place.id, timeZone: choice.place.timeZone });
    else if (choice.kind === 'none') onChange({ place: '' });
    else
      onChange({
        place: '',
        newPlace: { ...fresh, id: newId(), name: choice.name, address: '', directions: '' },
      });
  };
  const move = (step: number) => {
    setOpen(true);
    const next = (active + step + choices.length + (active < 0 && step < 0 ? 1 : 0)) % choices.length;
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: close,
    Enter: () => {
      const choice = choices[active] ?? (typed?.trim() ? choices[0] : undefined);
      if (choice) choose(choice);
      else close();
    },
  };
  /** A partial search text is dropped; a name that matches no place becomes a new place. */
  const leave = () => {
    if (typed === null) return close();
    const same = placeNamed(places, typed);
    if (same) choose({ kind: 'place', key: same.id, place: same });
    else if (typed.trim() === '') choose({ kind: 'none', key: 'none' });
    else if (found.length === 0) choose({ kind: 'add', key: 'add', name: typed.trim() });
    else close();
  };
  return (
    <Line label={t('Where')} htmlFor={control.id}>
      <BareInput
        {...control}
        w="full"
        scrollMarginTop="1rem"
        role="combobox"
        name="place"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={t('Find or add a place')}
        maxLength={limits.nameMax}
        value={text}
        onFocus={(event: React.FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
        onClick={(event: React.MouseEvent<HTMLInputElement>) => {
          setOpen(true);
          // On a phone, keyboard and action bar leave little room for the list.
          if (matchMedia('(max-width: 30em)').matches) event.currentTarget.scrollIntoView({ block: 'start' });
        }}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
          setTyped(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onBlur={leave}
        onKeyDown={(event: React.KeyboardEvent) => {
          const act = keys[event.key];
          if (!act || (!isOpen && (event.key === 'Escape' || event.key === 'Enter'))) return;
          event.preventDefault();
          act();
        }}
      />
      {isOpen ? (
        <List
          ref={list}
          id={listId}
          role="listbox"
          aria-label={t('Your places')}
          // Keeps the focus in the field while an option is tapped.
          onMouseDown={(event: React.MouseEvent) => event.preventDefault()}
        >
          {choices.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, as in every combobox
            <div
              key={choice.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={choice.kind === 'place' && choice.place.id === values.place}
              tabIndex={-1}
              data-active={index === active || undefined}
              onClick={() => choose(choice)}
            >
              <ChoiceText choice={choice} />
            </div>
          ))}
        </List>
      ) : null}
      <RowError id={errorId} message={error} />
      {chosen && !isOpen ? (
        <>
          <p className="note">{addressWithTown(chosen)}</p>
          <ButtonLink look="quiet" to="/my/places" fontSize="sm" px="2">
            {t('Edit places')}
          </ButtonLink>
        </>
      ) : null}
    </Line>
  );
}

function ChoiceText({ choice }: { choice: Choice }) {
  if (choice.kind === 'place')
    return (
      <span>
        <strong>{choice.place.name}</strong>
        <small>{addressWithTown(choice.place)}</small>
      </span>
    );
  return (
    <>
      <Icon name={choice.kind === 'add' ? 'plus' : 'x'} size={18} />
      <strong>
        {choice.kind === 'none'
          ? t('No place')
          : choice.name
            ? t('Add “{name}”', { name: choice.name })
            : t('Add a new place')}
      </strong>
    </>
  );
}
