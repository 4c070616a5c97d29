// A row for someone who has not replied, with buttons to reply for them.
import type { ReactNode } from 'react';
import type { Answer } from '../../../../contract/api.ts';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { ChangeState } from '../../../entities/events/change-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { t } from '../../../words/t.ts';
import type { Entry } from './reply-groups.ts';
import { useDecision } from './use-decision.ts';

type State = NonNullable<Answer<'PATCH /api/events/{id}/registrations/{userId}'>['registration']>['state'];

/** The result of a reply made for someone, as a sentence. */
function answeredText(name: string, state: State | undefined): string {
  switch (state) {
    case 'declined':
      return t("{name} can't go.", { name });
    case 'waitlisted':
      return t('{name} is on the waitlist.', { name });
    case 'offered':
      return t('{name} has been offered a place.', { name });
    default:
      return t('{name} is going.', { name });
  }
}

/**
 * `note` is shown under the name. `onAnswered` gets a sentence once the server has the reply, because the row
 * is removed then.
 */
export function AnswerFor({
  event,
  user,
  note,
  onAnswered,
}: {
  event: MyEvent;
  user: Entry['user'];
  note?: ReactNode;
  onAnswered: (text: string) => void;
}) {
  const decision = useDecision(event, user, 0);
  const decide = async (response: 'attending' | 'declined') => {
    const sent = await decision.decide({ action: 'reply', response });
    if (sent?.kind === 'done') onAnswered(answeredText(user.name, sent.answer.registration?.state));
  };
  return (
    <li>
      <div className="person answer">
        <Avatar name={user.name} src={user.avatarSrc} size={40} />
        <div className="who">
          <strong>{user.name}</strong>
          <small>{decision.pending ?? note}</small>
        </div>
        <div className="choices">
          {(['attending', 'declined'] as const).map((response) => (
            <Button
              key={response}
              look="outline"
              busy={decision.isSending}
              aria-label={`${response === 'attending' ? t('Going') : t("Can't go")}: ${user.name}`}
              onClick={() => void decide(response)}
            >
              {response === 'attending' ? t('Going') : t("Can't")}
            </Button>
          ))}
        </div>
      </div>
      <ChangeState change={decision} about={user.name} onWait={decision.onWait} />
    </li>
  );
}
