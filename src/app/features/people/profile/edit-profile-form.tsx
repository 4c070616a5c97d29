// The form of my profile with its unsaved changes, and the bar that saves them.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Profile } from '../../../../contract/people/me.ts';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { useReadOnly } from '../../../data/forms/use-read-only.ts';
import { KeptDraft } from '../../../entities/kept-draft.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { refusalText } from '../../../format/words/refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { t } from '../../../words/t.ts';
import { useIsMounted } from '../use-is-mounted.ts';
import { ProfileForm } from './profile-form.tsx';
import { useProfileDraft } from './use-profile-draft.ts';

const ProfileConflicts = lazy(async () => ({
  default: (await import('./profile-conflicts.tsx')).ProfileConflicts,
}));

const Bar = chakra('div', {
  base: {
    // As the bar of long-form.tsx.
    '@media (min-height: 36rem)': { position: 'sticky', bottom: '0', zIndex: '5' },
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3',
    mt: '7',
    mx: { base: '-4', sm: '-5', lg: '0' },
    px: { base: '4', sm: '5', lg: '0' },
    pt: '3',
    pb: 'max(0.75rem, env(safe-area-inset-bottom))',
    bg: 'bg',
    borderTopWidth: '1px',
    borderColor: 'border',
    '& > button[type=submit]': { flex: '1' },
    // Sticky, so that Save is in view anywhere in the form.
    '& > [role=alert]': { flex: '1 0 100%' },
  },
});

export function EditProfileForm({
  me,
  reload,
  adopt,
}: {
  me: Profile;
  reload: () => Promise<Profile | undefined>;
  adopt: (answer: Profile) => Promise<unknown>;
}) {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const { locale } = useViewer();
  const form = useRef<HTMLFormElement>(null);
  const draft = useProfileDraft(me, reload);
  const { errors, waiting, conflicts } = draft;
  useReadOnly(form, draft.busy);
  // Read once: the draft that existed when the page was opened.
  const [found] = useState(draft.isChanged ? draft.typedAt : null);
  useEffect(() => {
    if (Object.keys(errors.fields).length > 0) focusInvalid(form.current);
  }, [errors]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={async (event) => {
        event.preventDefault();
        const saving = await draft.save();
        if (saving.kind === 'not') return;
        if (saving.answer) await adopt(saving.answer);
        // Someone who has gone to another page meanwhile stays there.
        if (isMounted()) navigate('/my/profile', { state: saving.answer ? { said: t('Saved.') } : null });
      }}
    >
      {waiting?.refusal && waiting.refusal.code !== 'stale_version' ? (
        <FormError
          message={t("We couldn't save this: {refusal}", { refusal: refusalText(waiting.refusal) })}
        />
      ) : waiting && !waiting.refusal ? (
        <Notice icon="clock">
          {t(
            "These changes are saved on this device. We'll send them as soon as possible. If you save again, you replace them.",
          )}
        </Notice>
      ) : found !== null && draft.isChanged ? (
        <KeptDraft at={found} />
      ) : null}
      <Suspense fallback={null}>
        {conflicts.length > 0 ? (
          <ProfileConflicts
            keys={conflicts}
            mine={draft.values}
            theirs={draft.now}
            locale={locale}
            onChoose={draft.choose}
          />
        ) : null}
      </Suspense>
      <ProfileForm
        values={draft.values}
        errors={errors.fields}
        email={me.email}
        isCoach={me.isCoach}
        onType={draft.type}
      />
      <Bar data-action-bar>
        <FormError message={errors.form} />
        <Button
          look="outline"
          onClick={() => {
            void draft.discard();
            navigate('/my/profile');
          }}
        >
          {draft.isChanged ? t('Discard') : t('Cancel')}
        </Button>
        <Button type="submit" busy={draft.busy} disabled={conflicts.length > 0}>
          {draft.busy ? t('Saving…') : t('Save')}
        </Button>
      </Bar>
    </form>
  );
}
