// Checks of the settings: a production server needs more than a trial on this machine.
import { isLoopbackHost } from '../../../../contract/values/loopback.ts';
import { type Config, isProduction } from '../../../config.ts';
import { misspeltMessage, misspeltSettings } from '../../../setting-names.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

export const checkNames = (env: Record<string, string | undefined>): Finding[] =>
  misspeltSettings(env).map((misspelt) =>
    wrong(misspelt.name, misspeltMessage(misspelt), `Rename it to ${misspelt.meant}, or remove it.`),
  );

export function checkSettings(config: Config): Finding[] {
  const lacking = isProduction(config) ? wrong : warning;
  const isHttps = config.publicOrigin.startsWith('https:');
  const sender = config.mailFrom.address;
  const findings: Finding[] = [];
  const note = (isFine: boolean, finding: Finding) => {
    if (!isFine) findings.push(finding);
  };
  note(
    config.smtpUrl !== null,
    lacking(
      'SMTP_URL',
      `Mails are not sent, but written to ${config.dataDir}/mail.`,
      'Set SMTP_URL and MAIL_FROM to your mail server.',
    ),
  );
  note(
    config.smtpUrl === null || !sender.includes('@localhost'),
    lacking('MAIL_FROM', `Mails come from ${sender}.`, 'Set MAIL_FROM to an address of your own.'),
  );
  note(
    config.metrics || config.metricsToken === null,
    warning('METRICS', 'METRICS_TOKEN is set, but /metrics is off.', 'Set METRICS=on, or leave both out.'),
  );
  note(
    isHttps,
    lacking(
      'PUBLIC_ORIGIN',
      `It is ${config.publicOrigin}, without HTTPS: signing in works on this machine alone.`,
      'Put a proxy with HTTPS in front and set PUBLIC_ORIGIN to the address that people type.',
    ),
  );
  note(
    !isHttps || config.trustProxy > 0,
    lacking(
      'TRUST_PROXY',
      'PUBLIC_ORIGIN is HTTPS, so a proxy is in front, and all people seem to have its address: they share its limits.',
      'Set TRUST_PROXY=on, or to the number of proxies in a row.',
    ),
  );
  note(
    config.rateLimit,
    lacking('RATE_LIMIT', 'Requests are not limited.', 'Leave RATE_LIMIT out, but for load tests.'),
  );
  note(
    config.stripe !== null,
    warning(
      'STRIPE_SECRET_KEY',
      'Payments go to a sandbox with play money.',
      'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, if events cost something.',
    ),
  );
  const { imprint, privacy } = config.textFiles;
  const isPublic = isHttps && !isLoopbackHost(new URL(config.publicOrigin).hostname);
  note(
    !isPublic || imprint !== null,
    warning(
      'IMPRINT_FILE',
      'There is no imprint, which the law of many countries asks of a public site.',
      'Write one as Markdown and name the file in IMPRINT_FILE.',
    ),
  );
  note(
    !isPublic || privacy !== null,
    warning(
      'PRIVACY_FILE',
      'No text says what happens to personal data, and people register with theirs.',
      'Write one as Markdown and name the file in PRIVACY_FILE.',
    ),
  );
  return findings.length > 0 ? findings : [ok('settings', 'Complete and valid.')];
}
