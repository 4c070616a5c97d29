// One person's payment, for those who run the event: settle cash, refund all or a part, or decline.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { ManagedPayment } from '../../../../contract/events/payments.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { ApiError } from '../../../data/http/problem.ts';
import { amountText } from '../../../format/money.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { clockTime, longDay } from '../../../format/when.ts';
import { refusalText } from '../../../format/words/refusals.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError, TextField } from '../../../ui/forms/field.tsx';
import { announce } from '../../../words/announce.ts';
import { msg, t } from '../../../words/t.ts';
import { minorOf, plainAmount } from './payment-sums.ts';

const Facts = chakra('div', {
  base: { '& .amount': { fontSize: '3xl', fontWeight: '800' }, '& p': { color: 'fg.muted' } },
});

const refundTexts = {
  asked: msg('{amount} refund requested'),
  requested: msg('{amount} to refund'),
  pending: msg('{amount} refund on its way'),
  succeeded: msg('{amount} refunded'),
  failed: msg('{amount} refund failed'),
  declined: msg('{amount} refund declined'),
} as const;

function refundText({ isAsked, state, reason }: ManagedPayment['refunds'][number], amount: string): string {
  const text = t(refundTexts[isAsked ? 'asked' : state], { amount });
  return reason ? t('{text}: “{reason}”', { text, reason }) : text;
}

/** `onChanged` reloads the list, and with it `payment`. */
export function PaymentSheet({
  payment,
  onChanged,
  onClose,
}: {
  payment: ManagedPayment;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { locale, now, timeZone } = useViewer();
  const { busy, failure, run, setFailure } = useAction();
  const { id, version, amount, can, refunds, refundableMinor, state, payer, paidAt } = payment;
  const asked = refunds.find(({ isAsked }) => isAsked);
  // All of them: they are handed over, and recorded, at once.
  const owedInCash = refunds
    .filter(({ isAsked, state: is }) => is === 'requested' && !isAsked)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const start = plainAmount({ ...amount, amountMinor: asked?.amountMinor ?? refundableMinor });
  const [typed, setTyped] = useState(start);
  const [reason, setReason] = useState('');
  const text = (amountMinor: number) => amountText({ ...amount, amountMinor }, locale);
  const minor = minorOf(typed, amount.currency);
  const isAmount = minor !== null && minor > 0 && minor <= refundableMinor;
  const zone = timeZone ?? 'UTC';

  /** Runs the action, closes and says what was done. On a conflict it stays open and shows the current state. */
  const settle = async (action: () => Promise<unknown>, said: string, close: () => void) => {
    const isDone = await run(async () => {
      try {
        await action();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'stale_version') throw error;
        onChanged();
        setFailure(refusalText(error));
        return;
      }
      onChanged();
      close();
      announce(said);
    });
    if (!isDone) onChanged();
  };
  const cash = (outcome: 'received' | 'waived' | 'returned') =>
    callApi('POST /api/payments/{id}/cash', { params: { id }, body: { outcome, version } });
  const refund = (body: { amountMinor?: number; decline?: true }) =>
    callApi('POST /api/payments/{id}/refund', {
      params: { id },
      body: { ...body, version, ...(reason.trim() && { reason: reason.trim() }) },
    });

  return (
    <Sheet title={payer.name} onClose={onClose}>
      {(close) => (
        <>
          <Facts>
            <p className="amount" data-tabular>
              {amountText(amount, locale)}
            </p>
            <p>
              {[
                payment.offer,
                paidAt &&
                  t('Paid {day}, {time}', {
                    day: longDay(paidAt, zone, locale, now),
                    time: clockTime(paidAt, zone, locale),
                  }),
                payment.receiptNumber && t('Receipt {number}', { number: payment.receiptNumber }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {refunds.map((one) => (
              <p key={one.id}>{refundText(one, text(one.amountMinor))}</p>
            ))}
          </Facts>
          <FormError message={failure} />
          {can.settleCash && state === 'offlineDue' ? (
            <div className="foot">
              <Button
                busy={busy}
                onClick={() =>
                  void settle(
                    () => cash('received'),
                    t('Received {amount} from {name}', {
                      amount: text(amount.amountMinor),
                      name: payer.name,
                    }),
                    close,
                  )
                }
              >
                {t('I have received {amount}', { amount: amountText(amount, locale) })}
              </Button>
              <Button
                look="outline"
                busy={busy}
                onClick={() =>
                  void settle(
                    () => cash('waived'),
                    t("{name} doesn't have to pay", { name: payer.name }),
                    close,
                  )
                }
              >
                {t("They don't have to pay")}
              </Button>
            </div>
          ) : null}
          {can.settleCash && owedInCash > 0 ? (
            <div className="foot">
              <Button
                busy={busy}
                onClick={() =>
                  void settle(
                    () => cash('returned'),
                    t('Paid back {amount} to {name}', {
                      amount: text(owedInCash),
                      name: payer.name,
                    }),
                    close,
                  )
                }
              >
                {t("I've paid back {amount}", { amount: text(owedInCash) })}
              </Button>
            </div>
          ) : null}
          {can.refund ? (
            <chakra.form
              display="grid"
              gap="4"
              noValidate
              onSubmit={(event: React.FormEvent<HTMLFormElement>) => {
                event.preventDefault();
                if (!isAmount) return focusInvalid(event.currentTarget);
                const said = t('Refund of {amount} to {name} begun', {
                  amount: text(minor),
                  name: payer.name,
                });
                void settle(() => refund({ amountMinor: minor }), said, close);
              }}
            >
              <TextField
                label={t('Refund ({currency}, {amount} at most)', {
                  currency: amount.currency,
                  amount: text(refundableMinor),
                })}
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                value={typed}
                error={
                  isAmount
                    ? undefined
                    : t('Between {amount} and {most}', { amount: text(1), most: text(refundableMinor) })
                }
                onChange={(event: React.ChangeEvent<HTMLInputElement>) => setTyped(event.target.value)}
              />
              <TextField
                label={t('Reason (optional)')}
                name="reason"
                maxLength={limits.noteMax}
                autoComplete="off"
                value={reason}
                hint={t("We'll let the payer know.")}
                onChange={(event: React.ChangeEvent<HTMLInputElement>) => setReason(event.target.value)}
              />
              <div className="foot">
                <Button type="submit" look={can.settleCash ? 'outline' : 'solid'} busy={busy}>
                  {isAmount ? t('Refund {amount}', { amount: text(minor) }) : t('Refund the amount')}
                </Button>
                {asked ? (
                  <Button
                    look="danger"
                    busy={busy}
                    onClick={() =>
                      void settle(() => refund({ decline: true }), t('The request is declined'), close)
                    }
                  >
                    {t('Decline the request')}
                  </Button>
                ) : null}
              </div>
            </chakra.form>
          ) : null}
        </>
      )}
    </Sheet>
  );
}
