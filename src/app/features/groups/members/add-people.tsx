// Opens the sheet that adds people without an account to a team, from its list of members.
import { lazy, Suspense, useState } from 'react';
import { notifyWriteAcknowledged } from '../../../data/resources/notify-acknowledged.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { t } from '../../../words/t.ts';

const AddPeopleSheet = lazy(async () => ({
  default: (await import('./add-people-sheet.tsx')).AddPeopleSheet,
}));

export function AddPeople({ teamId }: { teamId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState<{ text: string } | null>(null);
  return (
    <div>
      <Button look="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="user-plus" size={18} />
        {t('Add people')}
      </Button>
      <StatusLine said={said} />
      <Suspense fallback={null}>
        {isOpen ? (
          <AddPeopleSheet
            teamId={teamId}
            onClose={(added) => {
              setOpen(false);
              if (added === 0) return;
              setSaid({ text: t('{added, plural, one {# person} other {# people}} added.', { added }) });
              notifyWriteAcknowledged('POST /api/teams/{id}/people');
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
