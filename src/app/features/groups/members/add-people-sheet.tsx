// Adds people without an account by name: Enter moves to the next row, a pasted column becomes rows.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../../contract/values/limits.ts';
import { useList } from '../../../data/resources/use-resource.ts';
import { useSession } from '../../../data/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError, TextField } from '../../../ui/forms/field.tsx';
import { OfflineNotice } from '../../../ui/forms/offline-notice.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';
import { nameWarnings, pastedNames, type Row } from './new-people.ts';
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
            added.current = count;
            close();
          }}
        />
      )}
    </Sheet>
  );
}

/** The names of everyone in the team, as far as they are known. */
function useMemberNames(teamId: string): string[] {
  // The same request as the list behind this sheet, so its answer is cached, also offline.
  const { items, hasMore, isLoadingMore, error, loadMore } = useList(groupCalls.team.members, {
    params: { id: teamId },
    query: { status: 'active', limit: 50, contacts: 'true' },
  });
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error) loadMore();
  }, [hasMore, isLoadingMore, error, loadMore]);
  return items?.flatMap(({ user }) => (user ? [user.name] : [])) ?? [];
}

function NewPeople({ teamId, onAdded }: { teamId: string; onAdded: (count: number) => void }) {
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
    if (Object.keys(errors.rows).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  const goTo = (id: string | null) => {
    wanted.current = id;
    setStatus(id === null ? fullText() : '');
  };
  const paste = (id: string, names: readonly string[]) => {
    wanted.current = people.paste(id, names);
    const room = limits.peopleAtOnce - count;
    setStatus(
      names.length > room
        ? fullText()
        : t('{count, plural, one {# name} other {# names}} pasted.', { count: names.length }),
    );
  };
  const send = async () => {
    const sent = await people.send();
    if (sent !== null) onAdded(sent);
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
      <OfflineNotice>{t("You're offline. We keep the names here until you can add them.")}</OfflineNotice>
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

type RowProps = {
  row: Row;
  number: number;
  isOnly: boolean;
  errors: Partial<Record<'name' | 'birthYear' | 'guardianEmail', string>>;
  warning: string | undefined;
  onType: (field: 'name' | 'birthYear' | 'guardianEmail', text: string) => void;
  onNext: () => void;
  onRemove: () => void;
  onPaste: (names: readonly string[]) => void;
};

function PersonRow({ row, number, isOnly, errors, warning, onType, onNext, onRemove, onPaste }: RowProps) {
  const { id, name, birthYear, guardianEmail } = row;
  const [isUnfolded, setUnfolded] = useState(false);
  // Errors must be visible.
  const isOpen = isUnfolded || Boolean(errors.birthYear || errors.guardianEmail);
  const who = name.trim() || t('person {number}', { number });
  const field = (key: 'name' | 'birthYear' | 'guardianEmail') => ({
    value: row[key],
    error: errors[key],
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onType(key, event.target.value),
    onKeyDown: (event: React.KeyboardEvent<HTMLInputElement>) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
      event.preventDefault();
      if (name.trim()) onNext();
    },
  });
  return (
    <li data-person={id}>
      <div className="line">
        <TextField
          {...field('name')}
          label={t('Name {number}', { number })}
          placeholder={t('Name')}
          maxLength={limits.nameMax}
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="next"
          onPaste={(event: React.ClipboardEvent<HTMLInputElement>) => {
            const names = pastedNames(event.clipboardData.getData('text'));
            if (!names) return;
            event.preventDefault();
            onPaste(names);
          }}
        />
        <Button
          look="quiet"
          shape="icon"
          aria-expanded={isOpen}
          aria-label={t('Birth year and guardian for {who}', { who })}
          onClick={() => setUnfolded(!isOpen)}
        >
          <Icon name="chevron-right" size={18} />
        </Button>
        {isOnly ? null : (
          <Button look="quiet" shape="icon" aria-label={t('Remove {who}', { who })} onClick={onRemove}>
            <Icon name="x" size={18} />
          </Button>
        )}
      </div>
      {warning ? (
        <p className="warning">
          <Icon name="info" size={16} />
          {warning}
        </p>
      ) : null}
      {!isOpen && (birthYear || guardianEmail) ? (
        <p className="about">
          {[
            birthYear && t('Born {year}', { year: birthYear }),
            guardianEmail && t('Guardian: {email}', { email: guardianEmail }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      ) : null}
      {isOpen ? (
        <div className="more">
          <TextField {...field('birthYear')} label={t('Birth year')} inputMode="numeric" maxLength={4} />
          <TextField
            {...field('guardianEmail')}
            label={t("Guardian's e-mail")}
            type="email"
            inputMode="email"
            autoCapitalize="none"
            maxLength={limits.emailMax}
            hint={t('Only those who manage the members see it. We never send anything there.')}
          />
        </div>
      ) : null}
    </li>
  );
}
