// Creates a calendar feed URL, and shows it this one time.
import { chakra } from '@chakra-ui/react/styled-system';
import { useRef, useState } from 'react';
import { useAction } from '../data/forms/use-action.ts';
import { callApi } from '../data/http/call.ts';
import { useResource } from '../data/resources/use-resource.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Sheet } from '../ui/dialogs/sheet.tsx';
import { FormError, TextField } from '../ui/forms/field.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { t } from '../words/t.ts';

const Ticks = chakra('fieldset', {
  base: {
    '& legend': { fontWeight: '700', fontSize: 'sm', mb: '1' },
    '& label': { display: 'flex', alignItems: 'center', gap: '3', minH: 'target', cursor: 'pointer' },
    '& input': { w: '5', h: '5', accentColor: 'var(--brand)', flexShrink: '0' },
    '& .fault': { color: 'danger', fontSize: 'sm', fontWeight: '500' },
  },
});
const Ways = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '3', '& > *': { flex: '1 1 9rem' } },
});
const Program = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minH: 'target',
    px: '5',
    rounded: 'md',
    bg: 'brand.solid',
    color: 'brand.contrast',
    fontWeight: '600',
  },
});
const Hint = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted' } });

export function NewFeedSheet({
  isCoach,
  onMade,
  onClose,
}: {
  isCoach: boolean;
  onMade?: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { data } = useResource('GET /api/users/me/teams', {});
  const teams = data?.items.filter(({ membership }) => membership.status === 'active') ?? [];
  const { busy, failure, run } = useAction();
  const [url, setUrl] = useState<string | null>(null);
  const [isTeamMissing, setTeamMissing] = useState(false);
  const firstTeam = useRef<HTMLInputElement>(null);
  const make = (form: FormData) => {
    const chosen = form.getAll('team').map(String);
    const isMissing = teams.length > 1 && chosen.length === 0;
    setTeamMissing(isMissing);
    if (isMissing) return firstTeam.current?.focus();
    return run(async () => {
      const made = await callApi('POST /api/users/me/calendar-feed', {
        body: {
          // All teams chosen: an empty list does not filter, so it also includes future teams.
          teams: chosen.length === teams.length ? [] : chosen,
          includeCoaching: !isCoach || form.has('coaching'),
          includeUnanswered: form.has('unanswered'),
        },
      });
      setUrl(made.url);
      await onMade?.();
    });
  };
  if (url) return <Made url={url} onClose={onClose} />;
  return (
    <Sheet title={t('Add to a calendar')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make(new FormData(event.currentTarget));
        }}
      >
        <chakra.div display="grid" gap="4">
          {teams.length > 1 ? (
            <Ticks>
              <legend>{t('Teams')}</legend>
              {isTeamMissing ? (
                <p className="fault" role="alert">
                  {t('Choose at least one team')}
                </p>
              ) : null}
              {teams.map(({ id, name }, index) => (
                <label key={id}>
                  <input
                    ref={index === 0 ? firstTeam : null}
                    type="checkbox"
                    name="team"
                    value={id}
                    defaultChecked
                    aria-invalid={isTeamMissing || undefined}
                    onChange={() => setTeamMissing(false)}
                  />
                  {name}
                </label>
              ))}
            </Ticks>
          ) : null}
          <Ticks>
            <legend>{t('Also show')}</legend>
            {isCoach ? (
              <label>
                <input type="checkbox" name="coaching" defaultChecked />
                {t('Events I run')}
              </label>
            ) : null}
            <label>
              <input type="checkbox" name="unanswered" defaultChecked />
              {t("Events I haven't replied to")}
            </label>
          </Ticks>
          <FormError message={failure} />
          <Button type="submit" shape="wide" busy={busy}>
            {busy ? t('Creating your link…') : t('Create calendar link')}
          </Button>
        </chakra.div>
      </form>
    </Sheet>
  );
}

function Made({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Sheet title={t('Your calendar link')} onClose={onClose}>
      <p>{t('Copy it into your calendar app now. We only show it once.')}</p>
      <TextField
        label={t('Link')}
        readOnly
        value={url}
        onFocus={(event: React.FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
      />
      <Ways>
        <CopyButton text={url} label={t('Copy link')} />
        <Program href={url.replace(/^https?:/, 'webcal:')}>
          <Icon name="calendar-plus" size={18} />
          {t('Open my calendar')}
        </Program>
      </Ways>
      <Hint>
        {t(
          'Anyone with this link can read your events, so keep it to yourself. You can turn it off in your settings at any time.',
        )}
      </Hint>
    </Sheet>
  );
}
