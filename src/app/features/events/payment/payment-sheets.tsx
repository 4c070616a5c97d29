// Confirmations for a payer: paying in cash, and asking for a refund.
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useState } from 'react';
import type { Payment } from '../../../../contract/events/payments.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { amountText } from '../../../format/money.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmSheet } from '../../../ui/dialogs/confirm-sheet.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError, TextField } from '../../../ui/forms/field.tsx';
import { t } from '../../../words/t.ts';

/** `act` rejects with the server's refusal. */
export function CashSheet({
  amount,
  act,
  onClose,
}: {
  amount: string;
  act: () => Promise<unknown>;
  onClose: () => void;
}) {
  const text = t('Pay {amount} in cash', { amount });
  return (
    <ConfirmSheet
      title={t('Pay in cash?')}
      action={text}
      busyText={text}
      look="solid"
      act={act}
      onClose={onClose}
    >
      <p>
        {t('The place is yours right away. You pay the organizer {amount} at the event, or as agreed.', {
          amount,
        })}
      </p>
    </ConfirmSheet>
  );
}

export function RefundSheet({
  payment,
  onAsked,
  onClose,
}: {
  payment: Payment;
  /** Resolves when the new state is on the screen. */
  onAsked: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { locale } = useViewer();
  const { busy, failure, run } = useAction();
  const about = useId();
  const [reason, setReason] = useState('');
  const amount = amountText({ ...payment.amount, amountMinor: payment.refundableMinor }, locale);
  const ask = async () => {
    await callApi('POST /api/payments/{id}/refund', {
      params: { id: payment.id },
      body: { version: payment.version, ...(reason.trim() && { reason: reason.trim() }) },
    });
    await onAsked();
  };
  return (
    <Sheet title={t('Ask for {amount} back?', { amount })} about={about} onClose={onClose}>
      {(close) => (
        <chakra.form
          display="grid"
          gap="4"
          onSubmit={async (event: React.FormEvent) => {
            event.preventDefault();
            if (await run(ask)) close();
          }}
        >
          <p id={about}>{t('The organizer decides. Until then, nothing changes.')}</p>
          <TextField
            label={t('Reason (optional)')}
            name="reason"
            maxLength={limits.noteMax}
            autoComplete="off"
            value={reason}
            onChange={(event: React.ChangeEvent<HTMLInputElement>) => setReason(event.target.value)}
          />
          <FormError message={failure} />
          <div className="foot">
            <Button type="submit" busy={busy}>
              {t('Ask for {amount}', { amount })}
            </Button>
            <Button look="outline" onClick={close}>
              {t('Back')}
            </Button>
          </div>
        </chakra.form>
      )}
    </Sheet>
  );
}
