// A row of the sheet that adds people: the name, and the folded birth year and guardian.
import { useState } from 'react';
import { limits } from '../../../../contract/values/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';
import { pastedNames, type Row } from './new-people.ts';

type RowProps = {
  row: Row;
  number: number;
  isOnly: boolean;
  isSending: boolean;
  errors: Partial<Record<'name' | 'birthYear' | 'guardianEmail', string>>;
  warning: string | undefined;
  onType: (field: 'name' | 'birthYear' | 'guardianEmail', text: string) => void;
  onNext: () => void;
  onRemove: () => void;
  onPaste: (names: readonly string[]) => void;
};

export function PersonRow({
  row,
  number,
  isOnly,
  isSending,
  errors,
  warning,
  onType,
  onNext,
  onRemove,
  onPaste,
}: RowProps) {
  const { id, name, birthYear, guardianEmail } = row;
  const [isUnfolded, setUnfolded] = useState(false);
  // Errors must be visible.
  const isOpen = isUnfolded || Boolean(errors.birthYear || errors.guardianEmail);
  const who = name.trim() || t('person {number}', { number });
  const field = (key: 'name' | 'birthYear' | 'guardianEmail') => ({
    value: row[key],
    error: errors[key],
    autoComplete: 'off',
    readOnly: isSending,
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
          <Button
            look="quiet"
            shape="icon"
            busy={isSending}
            aria-label={t('Remove {name}', { name: who })}
            onClick={onRemove}
          >
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
