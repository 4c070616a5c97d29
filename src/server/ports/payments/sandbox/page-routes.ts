// Routes of the sandbox's pages; mounted only where no real provider is set up.
import type { Context } from 'hono';
import { localeIn } from '../../../../words/languages.ts';
import type { Site } from '../../../api.ts';
import { languageOfPage, localeOf } from '../../../http/locale.ts';
import { notFound } from '../../../http/problem.ts';
import { refuseOtherMethods } from '../../../http/request-guard.ts';
import { readForm, refuseCrossSite } from '../../../http/socket/incoming.ts';
import { withLanguage } from '../../../words/t.ts';
import { isCard, isWebhookTiming } from './cards.ts';
import { checkoutPage } from './page.ts';
import type { Sandbox } from './sandbox.ts';

const path = '/sandbox/checkout/:ref';

export function mountSandbox(app: Site, sandbox: Sandbox, publicOrigin: string): void {
  async function checkoutOf(context: Context) {
    context.set('route', path);
    context.header('Cache-Control', 'private, no-store');
    const checkout = await sandbox.find(context.req.param('ref') ?? '');
    if (!checkout) throw notFound('payment');
    return checkout;
  }

  app.get(path, async (context) => {
    const checkout = await checkoutOf(context);
    const { raw } = context.req;
    const tag = languageOfPage(raw);
    return withLanguage(tag, () =>
      context.html(checkoutPage(checkout, localeIn(tag, localeOf(raw.headers)))),
    );
  });

  app.post(path, async (context) => {
    refuseCrossSite(context.req.raw, publicOrigin);
    const checkout = await checkoutOf(context);
    const form = await readForm(context.req.raw);
    const text = (name: string) => form.get(name) ?? '';
    const [card, timing, action] = [text('card').replace(/\D/g, ''), text('news'), text('do')];
    if (checkout.state === 'requiresAction') await sandbox.answerBank(checkout.ref, action === 'yes');
    else if (isCard(card)) await sandbox.pay(checkout.ref, card, isWebhookTiming(timing) ? timing : 'now');
    const after = await sandbox.find(checkout.ref);
    // Stay here while a step is left; else return by a relative path, which keeps the host that the payer came by.
    const stays = after?.state === 'open' || after?.state === 'declined' || after?.state === 'requiresAction';
    return context.redirect(stays ? `/sandbox/checkout/${checkout.ref}` : checkout.return_path, 303);
  });

  refuseOtherMethods(app, path, ['GET', 'POST']);
}
