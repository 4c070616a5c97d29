// `doctor`: checks an installation, and prints faults with their remedies.
import { EmailSchema } from '../../../../contract/common.ts';
import { type Config, readConfig } from '../../../config.ts';
import { hideCredentials } from '../../../credentials.ts';
import { readSiteTexts, type SiteTexts } from '../../../instance/texts.ts';
import { checkDatabase } from '../checks/database.ts';
import { type Finding, ok, wrong } from '../checks/finding.ts';
import { checkCopies, checkDisk, checkFiles, checkPage } from '../checks/machine.ts';
import { checkNames, checkSettings } from '../checks/settings.ts';
import { openMailer } from '../mailer.ts';
import { type Io, UsageError, type Verb } from '../verb.ts';

export const doctor: Verb = {
  name: 'doctor',
  summary: 'Check database, settings, page and disk, and say what to do',
  options: {
    mail: { type: 'string', value: 'address', meaning: 'Also send a test mail to this address.' },
  },
  details: [
    'Each line is ok, a warning or wrong, and says what to do. It exits with 1 when something is wrong. What a server for real needs is only a warning with demo data on this machine.',
    'Reading a large database takes a while.',
  ],
  beside: 'works: it only reads.',
  async run(given, io) {
    const mail = given.text('mail');
    const address = mail === undefined ? null : EmailSchema.safeParse(mail);
    if (address && !address.success) throw new UsageError(`"${mail}" is not an e-mail address.`);
    const findings = await examine(io, address?.data ?? null);
    const faults = findings.filter(({ level }) => level === 'wrong').length;
    return {
      lines: [
        ...findings.map(lineOf),
        faults === 0 ? 'Nothing is wrong.' : `${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`,
      ],
      data: { findings },
      isWrong: faults > 0,
    };
  },
};

async function examine(io: Io, mail: string | null): Promise<Finding[]> {
  let config: Config;
  let texts: SiteTexts;
  try {
    config = readConfig(io.env);
    texts = await readSiteTexts(config.textFiles);
  } catch (error) {
    return [
      ...checkNames(io.env),
      wrong(
        'settings',
        error instanceof Error ? error.message : String(error),
        'Correct it; the table of settings is in README.md.',
      ),
    ];
  }
  const usesDataDir = config.databaseUrl === null || config.smtpUrl === null;
  const findings = [
    ...checkNames(io.env),
    ...checkSettings(config),
    ...(await checkDatabase(config)),
    checkPage({ config, texts }),
    ...(usesDataDir ? [...checkDisk(config), ...checkFiles(config)] : []),
    ...checkCopies(config),
    ...(mail === null ? [] : [await sendTestMail(config, mail)]),
  ];
  return findings.map((finding) => ({ ...finding, message: hideCredentials(finding.message) }));
}

async function sendTestMail(config: Config, to: string): Promise<Finding> {
  try {
    await openMailer(config).send({
      to,
      subject: 'Test mail of Sideline',
      text: `This mail was sent by \`npm run admin -- doctor\` for ${config.publicOrigin}. Mails work.\n`,
    });
    return ok(
      'mail',
      config.smtpUrl
        ? `The mail server took a mail to ${to}.`
        : `A mail was written to ${config.dataDir}/mail.`,
    );
  } catch (error) {
    return wrong(
      'mail',
      `The mail server did not take a mail to ${to}: ${error instanceof Error ? error.message : error}`,
      'Check SMTP_URL and MAIL_FROM with what the mail server says.',
    );
  }
}

const lineOf = ({ check, level, message, fix }: Finding) =>
  `${level.padEnd(7)}  ${check}: ${message}${fix === null ? '' : ` → ${fix}`}`;
