// Adds people without an account by name: Enter moves to the next row, a pasted column becomes rows.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../../contract/values/limits.ts';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { useSession } from '../../../data/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { OfflineNotice } from '../../../ui/forms/offline-notice.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';
import { nameWarnings } from './new-people.ts';
import { PersonRow } from './person-row.tsx';
import { groupCalls } from './scope.ts';
import { useNewPeople } from './use-new-people.ts';

const Form = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '3',
    '& .about, & .status': { fontSize: 'sm', color: 'fg.muted' },
    '& .status': { _empty: { position: 'absolute' } },
    '& ol': { display: 'grid', gap: '2' },
    '& .line': { display: 'flex', alignItems: 'flex-start', gap: '1' },
    '& .line > div': { flex: '1' },
    // A column of names needs no visible label in each row.
    '& .line label': {
      position: 'absolute',
      w: '1px',
      h: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
    '& .line button': { minH: '48px', color: 'fg.muted' },
    '& [aria-expanded=true] .icon': { transform: 'rotate(90deg)' },
    '& .warning': {
      display: 'flex',
      gap: '1.5',
      pt: '1',
      fontSize: 'sm',
      color: 'warn',
      '& .icon': { flexShrink: '0', mt: '0.5' },
    },
    '& .more': {
      display: 'grid',
      gap: '3',
      mt: '2',
      mb: '3',
      ps: '3',
      borderStartWidth: '2px',
      borderColor: 'border',
    },
    '& .end': { display: 'flex', flexWrap: 'wrap', gap: '2', pt: '1', '& > *': { flex: '1 1 9rem' } },
  },
});

/** `onClose` gets the number of added people. */
export function AddPeopleSheet({ teamId, onClose }: { teamId: string; onClose: (added: number) => void }) {
  const added = useRef(0);
  return (
    <Sheet title={t('Add people')} onClose={() => onClose(added.current)}>
      {(close) => (
        <NewPeople
          teamId={teamId}
          onAdded={(count) => {
            added.current += count;
          }}
          onDone={close}
        />
      )}
    </Sheet>
  );
}

/** The names of everyone in the team, as far as they are known. */
function useMemberNames(teamId: string): string[] {
  // The same request as the list behind this sheet, so its answer is cached, also offline.
  const { items } = useWholeList(groupCalls.team.members, {
    params: { id: teamId },
    query: { status: 'active', limit: 50, contacts: 'true' },
  });
  return items?.flatMap(({ user }) => (user ? [user.name] : [])) ?? [];
}

function NewPeople({
  teamId,
  onAdded,
  onDone,
}: {
  teamId: string;
  onAdded: (count: number) => void;
  onDone: () => void;
}) {
  const people = useNewPeople(useSession().user?.id ?? '', teamId);
  const { rows, errors, busy, count } = people;
  const warnings = nameWarnings(rows, useMemberNames(teamId));
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<string | null>(rows.at(-1)?.id ?? null);
  const [status, setStatus] = useState('');

  // A requested row exists after this render; the first one can be focused once the sheet is open.
  useEffect(() => {
    if (wanted.current === null) return;
    const input = form.current?.querySelector<HTMLElement>(`[data-person="${wanted.current}"] input`);
    wanted.current = null;
    queueMicrotask(() => input?.focus());
  });
  useEffect(() => {
    if (Object.keys(errors.rows).length > 0) focusInvalid(form.current);
  }, [errors]);

  const goTo = (id: string | null) => {
    wanted.current = id;
    setStatus(id === null ? fullText() : '');
  };
  const paste = (id: string, names: readonly string[]) => {
    const { lastId, pasted } = people.paste(id, names);
    wanted.current = lastId;
    setStatus(
      pasted < names.length
        ? fullText()
        : t('{count, plural, one {# name} other {# names}} pasted.', { count: names.length }),
    );
  };
  const send = async () => {
    const sent = await people.send();
    if (sent === null) return;
    const { added, left } = sent;
    onAdded(added);
    if (left === 0) onDone();
    else setStatus(t('{added, plural, one {# person} other {# people}} added.', { added }));
  };
  const last = rows.at(-1);
  return (
    <Form
      ref={form}
      noValidate
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className="about">
        {t(
          "For people who don't sign in. You reply for them. Type a name and press Enter, or paste a column of names.",
        )}
      </p>
      <ol>
        {rows.map((row, index) => (
          <PersonRow
            key={row.id}
            row={row}
            number={index + 1}
            isOnly={rows.length === 1}
            isSending={people.isSending(row.id)}
            errors={errors.rows[row.id] ?? {}}
            warning={warnings[row.id]}
            onType={(field, text) => people.type(row.id, field, text)}
            onNext={() => goTo(people.next(row.id))}
            onRemove={() => goTo(people.remove(row.id))}
            onPaste={(names) => paste(row.id, names)}
          />
        ))}
      </ol>
      <p className="status" role="status">
        {status}
      </p>
      <OfflineNotice>{t('We keep the names here until you can add them.')}</OfflineNotice>
      <FormError message={errors.form} />
      <div className="end">
        <Button
          look="outline"
          onClick={() => last && goTo(last.name.trim() ? people.next(last.id) : last.id)}
        >
          <Icon name="plus" size={18} />
          {t('New row')}
        </Button>
        <Button type="submit" busy={busy}>
          {busy
            ? t('Adding…')
            : count > 0
              ? t('Add {count, plural, one {# person} other {# people}}', { count })
              : t('Add')}
        </Button>
      </div>
    </Form>
  );
}

const fullText = () =>
  t('You can add up to {count} people at once. Add these first.', { count: limits.peopleAtOnce });
