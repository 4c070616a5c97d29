// Misspelt settings in an environment.
import { describe, expect, it } from 'vitest';
import { misspeltSettings } from '../../../src/server/setting-names.ts';
import { settings } from '../../../src/server/settings.ts';
import { admin } from '../../support/admin.ts';

const meantBy = (name: string) => misspeltSettings({ [name]: 'x' })[0]?.meant;

/** What a server finds around it, by what sets it. */
const around = {
  shell: {
    HOME: '/home/ida',
    HOSTNAME: 'club-1',
    HOSTTYPE: 'x86_64',
    PATH: '/usr/bin',
    PWD: '/app',
    OLDPWD: '/',
    SHLVL: '1',
    SHELL: '/bin/bash',
    USER: 'ida',
    LOGNAME: 'ida',
    MAIL: '/var/mail/ida',
    MAILCHECK: '60',
    MAILPATH: '/var/mail/ida',
    TERM: 'xterm-256color',
    TERMINFO: '/usr/share/terminfo',
    TERM_PROGRAM: 'tmux',
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'C.UTF-8',
    TZ: 'Europe/Berlin',
    EDITOR: 'vi',
    DISPLAY: ':0',
    SSH_CONNECTION: '1.2.3.4 5 6.7.8.9 22',
    SSH_AUTH_SOCK: '/run/user/1000/agent',
    XDG_DATA_DIRS: '/usr/share',
    XDG_DATA_HOME: '/home/ida/.local/share',
    XDG_RUNTIME_DIR: '/run/user/1000',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    HTTP_PROXY: 'http://proxy:3128',
    HTTPS_PROXY: 'http://proxy:3128',
    http_proxy: 'http://proxy:3128',
    no_proxy: 'localhost',
    PUBLIC_IP: '1.2.3.4',
    AUTH_TOKEN: 'x',
    DATA_HOME: '/data',
    LOG_FILE: '/var/log/x',
    LOG_FORMAT: 'json',
    _: '/usr/bin/node',
  },
  systemd: {
    INVOCATION_ID: 'x',
    JOURNAL_STREAM: '8:1',
    SYSTEMD_EXEC_PID: '1',
    LOGS_DIRECTORY: '/var/log/sideline',
    STATE_DIRECTORY: '/var/lib/sideline',
    CREDENTIALS_DIRECTORY: '/run/credentials',
    MEMORY_PRESSURE_WATCH: '/sys',
  },
  node: {
    NODE_ENV: 'production',
    NODE_OPTIONS: '--max-old-space-size=512',
    NODE_VERSION: '26.10.0',
    YARN_VERSION: '1.22.22',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    NODE_COMPILE_CACHE: '/home/club/.cache/node',
    NO_COLOR: '1',
    FORCE_COLOR: '1',
    COLOR: '0',
    INIT_CWD: '/app',
    npm_command: 'run-script',
    npm_config_loglevel: 'warn',
    npm_config_user_agent: 'npm/11',
    npm_lifecycle_event: 'admin',
    npm_package_json: '/app/package.json',
    UV_THREADPOOL_SIZE: '8',
    RETIRE_WORKER: 'on',
    FONTCONFIG_FILE: '/fonts.conf',
    FONTCONFIG_PATH: '/fonts',
  },
  ci: {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_REF: 'refs/heads/main',
    RUNNER_TEMP: '/tmp',
    RUNNER_TOOL_CACHE: '/opt',
    CI_JOB_TOKEN: 'x',
    CI_REGISTRY: 'registry.example',
    BUILD_ID: '7',
    TEST_ENGINE: 'postgres',
    VITEST: 'true',
  },
  containers: {
    SITE: 'club.example',
    POSTGRES_PASSWORD: 'x',
    POSTGRES_USER: 'sideline',
    PGHOST: 'database',
    PGDATA: '/var/lib/postgresql/data',
    CADDY_VERSION: 'v2.10.2',
    COMPOSE_PROJECT_NAME: 'sideline',
    COMPOSE_FILE: 'compose.yaml',
    DOCKER_HOST: 'unix:///var/run/docker.sock',
    container: 'podman',
    DYNO: 'web.1',
  },
  kubernetes: {
    KUBERNETES_SERVICE_HOST: '10.0.0.1',
    KUBERNETES_SERVICE_PORT: '443',
    KUBERNETES_SERVICE_PORT_HTTPS: '443',
    KUBERNETES_PORT: 'tcp://10.0.0.1:443',
    KUBERNETES_PORT_443_TCP: 'tcp://10.0.0.1:443',
    KUBERNETES_PORT_443_TCP_PROTO: 'tcp',
    KUBERNETES_PORT_443_TCP_PORT: '443',
    KUBERNETES_PORT_443_TCP_ADDR: '10.0.0.1',
    DATABASE_SERVICE_HOST: '10.0.0.2',
    DATABASE_SERVICE_PORT: '5432',
    DATABASE_SERVICE_PORT_POSTGRES: '5432',
    DATABASE_PORT: 'tcp://10.0.0.2:5432',
    DATABASE_PORT_5432_TCP: 'tcp://10.0.0.2:5432',
    DATABASE_PORT_5432_TCP_PROTO: 'tcp',
    DATABASE_PORT_5432_TCP_PORT: '5432',
    DATABASE_PORT_5432_TCP_ADDR: '10.0.0.2',
    METRICS_PORT: 'tcp://10.0.0.3:9090',
    METRICS_PORT_9090_TCP: 'tcp://10.0.0.3:9090',
    METRICS_NAME: '/sideline/metrics',
  },
};

describe('misspeltSettings', () => {
  it.each([
    ['REGISTRATON', 'REGISTRATION'],
    ['IMPRIN_FILE', 'IMPRINT_FILE'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['METRIC', 'METRICS'],
    ['SMPT_URL', 'SMTP_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['Registration', 'REGISTRATION'],
    ['DATABASE_PASWORD_FILE', 'DATABASE_PASSWORD_FILE'],
    ['DATABASE_READ_POOL_SIZE', 'DATABASE_READ_POOL'],
    ['DATABASE_PORT', 'DATABASE_POOL'],
    ['STRIPE_WEBHOOK_SIGNING_SECRET', 'STRIPE_WEBHOOK_SECRET'],
    ['COOKIE_REFRESH_NAME', 'COOKIE_REFRESH'],
  ])('finds %s, by which %s was meant', (name, meant) => {
    expect(meantBy(name)).toBe(meant);
  });

  it('finds every setting with one letter left out, unless it is too short to tell', () => {
    const long = Object.keys(settings).filter((name) => name.length >= 7);
    for (const name of long)
      for (let at = 0; at < name.length; at += 1) {
        const misspelt = name.slice(0, at) + name.slice(at + 1);
        expect([misspelt, meantBy(misspelt)]).toEqual([misspelt, expect.any(String)]);
      }
  });

  it('accepts every setting, and an unknown name that is blank', () => {
    const all = Object.fromEntries(Object.keys(settings).map((name) => [name, 'x']));
    expect(misspeltSettings({ ...all, REGISTRATON: '', METRIC_TOKEN: ' ' })).toEqual([]);
  });

  it.each(Object.entries(around))('accepts the variables of others: %s', (_, env) => {
    expect(misspeltSettings(env)).toEqual([]);
  });
});

describe('doctor', () => {
  const wrongWith = async (env: Record<string, string>) => {
    const { code, out } = await admin(['doctor', '--json'], { env });
    const { findings } = JSON.parse(out) as { findings: { level: string; check: string; message: string }[] };
    return { code, wrong: findings.filter(({ level }) => level === 'wrong') };
  };

  it('reports a misspelt setting as wrong, also where another one cannot be read', async () => {
    const misspelt = expect.objectContaining({
      check: 'REGISTRATON',
      message: 'REGISTRATON is not a setting and has no effect. Was REGISTRATION meant?',
    });
    const DATA_DIR = '/nowhere';
    expect(await wrongWith({ DATA_DIR, REGISTRATON: 'closed' })).toEqual({
      code: 1,
      wrong: expect.arrayContaining([misspelt]),
    });
    expect((await wrongWith({ DATA_DIR, REGISTRATON: 'closed', PORT: 'many' })).wrong).toEqual([
      misspelt,
      expect.objectContaining({ check: 'settings' }),
    ]);
  });
});
