import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as v from 'valibot';
import { Email } from '#schema/account/email.ts';
import { NewPassword } from '#schema/account/password.ts';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#schema/limits.ts';
import { parseDurationMs } from './duration.ts';
import { findPasswordProblem } from './passwords/require-uncommon.ts';
import { findProjectRoot } from './project-root.ts';
import { readS3Config, type S3Config, s3Requirements, s3Variables } from './s3-config.ts';
import { parseAddressRange } from './security/client-address.ts';
import { isWithin } from './security/is-within.ts';
import { decodeSecret } from './security/secret.ts';

const SECRET_MIN_BYTES = 32;
const METRICS_TOKEN_MIN_CHARACTERS = 16;
const DRAIN_MAX_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** The name of the first admin in an empty database. */
export const FIRST_ADMIN_NAME = 'Administrator';

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535));

const Origin = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
  v.transform((value) => new URL(value).origin),
);

const AddressRanges = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((range) => range.trim())),
  v.filterItems((range) => range !== ''),
  v.everyItem((range) => parseAddressRange(range) !== null),
);

const FrameOrigins = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((origin) => origin.trim())),
  v.filterItems((origin) => origin !== ''),
  v.everyItem((origin) => URL.canParse(origin) && /^https:\/\/[a-z\d.-]+(?::\d+)?\/?$/i.test(origin)),
  v.transform((origins) => origins.map((origin) => new URL(origin).origin)),
);

const SmtpUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^smtps?:\/\/[^/]/.test(new URL(value).href)),
);

/** `learn@example.org`, or `Name <learn@example.org>` on one line. */
const MailFrom = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(?:[^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u),
);

const Secret = v.pipe(
  v.string(),
  v.check((value) => decodeSecret(value).byteLength >= SECRET_MIN_BYTES),
);

/** `/backups; every 24h; retain 7d`, the last two in any order or absent. */
const Backups = v.pipe(
  v.string(),
  v.transform((value) => value.split(';').map((part) => part.trim())),
  v.check(([folder, ...rules]) => folder !== '' && rules.every((rule) => parseBackupRule(rule) !== null)),
  v.check(([, ...rules]) => new Set(rules.map((rule) => parseBackupRule(rule)?.name)).size === rules.length),
  v.transform(([folder = '', ...rules]): BackupConfig => {
    const given = Object.fromEntries(
      rules.map((rule) => [parseBackupRule(rule)?.name, parseBackupRule(rule)?.ms]),
    );
    const { every = DAY_MS, retain = 7 * DAY_MS } = given;
    return { folder, everyMs: every, retainMs: retain };
  }),
);

function parseBackupRule(rule: string): { name: string; ms: number } | null {
  const [, name, time] = /^(every|retain)\s+(\S+)$/.exec(rule) ?? [];
  const ms = time === undefined ? null : parseDurationMs(time);
  return name === undefined || ms === null ? null : { name, ms };
}

/** The database and its user are part of it. */
const PostgresUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^postgres(?:ql)?:\/\/[^/]/.test(value)),
);

/** `0s`, or a duration. */
const Drain = v.pipe(
  v.string(),
  v.transform((value) => (value === '0s' ? 0 : parseDurationMs(value))),
  v.number(),
  v.maxValue(DRAIN_MAX_MS),
);

const MetricsToken = v.pipe(v.string(), v.minLength(METRICS_TOKEN_MIN_CHARACTERS), v.regex(/^\S+$/));

const Environment = v.object({
  PORT: v.optional(Port, '8787'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty()), '127.0.0.1'),
  CARREL_DATA: v.optional(v.pipe(v.string(), v.nonEmpty()), 'data'),
  CARREL_SEED: v.optional(v.picklist(['demo', 'none']), 'demo'),
  CARREL_ADMIN_EMAIL: v.optional(Email, 'admin@carrel.local'),
  CARREL_ADMIN_PASSWORD: v.optional(NewPassword),
  CARREL_REQUIRE_SECOND_FACTOR: v.optional(v.picklist(['admins', 'none']), 'none'),
  CARREL_SECRET: v.optional(Secret),
  DATABASE_URL: v.optional(PostgresUrl),
  PUBLIC_URL: v.optional(Origin),
  TRUSTED_PROXIES: v.optional(AddressRanges, ''),
  SMTP_URL: v.optional(SmtpUrl),
  MAIL_FROM: v.optional(MailFrom),
  SUPPORT_EMAIL: v.optional(Email),
  CARREL_FRAME_ORIGINS: v.optional(FrameOrigins, ''),
  CARREL_TRANSCODE: v.optional(v.picklist(['auto', 'off']), 'auto'),
  CARREL_BACKUP: v.optional(Backups),
  CARREL_METRICS_TOKEN: v.optional(MetricsToken),
  CARREL_DRAIN: v.optional(Drain, '0s'),
  CARREL_ERASURES: v.optional(v.pipe(v.string(), v.nonEmpty())),
  ...s3Variables,
});

/** The rule of each variable, as the message shown when it is violated. */
const requirements: Readonly<Record<string, string>> = {
  PORT: 'PORT must be a whole number from 0 to 65535',
  HOST: 'HOST must be a host name or an address to listen on',
  CARREL_DATA: 'CARREL_DATA must be the path of a folder',
  CARREL_SEED: 'CARREL_SEED must be "demo" or "none"',
  CARREL_ADMIN_EMAIL: 'CARREL_ADMIN_EMAIL must be an email address',
  CARREL_ADMIN_PASSWORD: `CARREL_ADMIN_PASSWORD must have ${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters`,
  CARREL_REQUIRE_SECOND_FACTOR: 'CARREL_REQUIRE_SECOND_FACTOR must be "admins" or "none"',
  CARREL_SECRET: `CARREL_SECRET must have at least ${SECRET_MIN_BYTES} bytes; omit it to generate one`,
  DATABASE_URL: 'DATABASE_URL must look like postgres://user:password@host:5432/database',
  PUBLIC_URL: 'PUBLIC_URL must be the http(s) address of this server',
  TRUSTED_PROXIES: 'TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, separated by commas',
  SMTP_URL: 'SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465',
  MAIL_FROM: 'MAIL_FROM must be an email address, or a name followed by one in angle brackets',
  SUPPORT_EMAIL: 'SUPPORT_EMAIL must be an email address',
  CARREL_FRAME_ORIGINS:
    'CARREL_FRAME_ORIGINS must be https origins such as https://player.example.org, separated by commas',
  CARREL_TRANSCODE: 'CARREL_TRANSCODE must be "auto" or "off"',
  CARREL_METRICS_TOKEN: `CARREL_METRICS_TOKEN must have at least ${METRICS_TOKEN_MIN_CHARACTERS} characters, none of them a space`,
  CARREL_DRAIN: 'CARREL_DRAIN must be a duration of at most five minutes, such as 5s',
  CARREL_ERASURES: 'CARREL_ERASURES must be the path of a file or a folder',
  CARREL_BACKUP:
    'CARREL_BACKUP must be a folder and, separated by semicolons, what differs from "every 24h; retain 7d"',
  ...s3Requirements,
};

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder for the database, media, thumbnails and the secret. */
  readonly dataFolder: string;
  readonly seed: 'demo' | 'none';
  readonly adminEmail: string;
  /** Undefined: a password is generated and shown once. */
  readonly adminPassword: string | undefined;
  /** Users who must turn on two-step sign-in before anything else. */
  readonly requireSecondFactor: 'admins' | 'none';
  /** Undefined: a secret is generated into the data folder. */
  readonly secret: string | undefined;
  /** A PostgreSQL database; undefined: a SQLite file in the data folder. */
  readonly databaseUrl: string | undefined;
  /** Origin under which users reach the server; undefined: the address it listens on. */
  readonly publicUrl: string | undefined;
  /** Addresses and ranges whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Undefined: each message is written to a file in the data folder. */
  readonly smtpUrl: string | undefined;
  /** The sender of every message. */
  readonly mailFrom: string;
  /** The recipient of support requests. */
  readonly supportEmail: string;
  /** Origins that lessons may frame besides the players that the product supports. */
  readonly frameOrigins: readonly string[];
  /** `auto`: uploaded videos are transcoded for every device where ffmpeg is present. */
  readonly transcode: 'auto' | 'off';
  /** Undefined: the server makes no backups. */
  readonly backup: BackupConfig | undefined;
  /** The token that opens /metrics; undefined: there is no such page. */
  readonly metricsToken: string | undefined;
  /** After a signal to stop, requests are served for so long while /readyz refuses new ones. */
  readonly drainMs: number;
  /** Absolute path of the file of deleted accounts, or of a folder of such files; undefined: in the data folder. */
  readonly erasuresPath: string | undefined;
  /** Undefined: media are in the data folder. */
  readonly s3: S3Config | undefined;
  /** The built app. */
  readonly appFolder: string;
  /** The demo courses. */
  readonly seedFolder: string;
}

/** The backups that the server makes by itself. */
export interface BackupConfig {
  /** Absolute path. */
  readonly folder: string;
  readonly everyMs: number;
  /** Older ones are removed, but never the newest. */
  readonly retainMs: number;
}

/** Thrown with one message per invalid variable. Never shows a value. */
export class ConfigError extends Error {}

/**
 * Parses the environment (docs/operations.md, Configuration). An empty variable counts as absent. Throws
 * ConfigError.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = v.safeParse(Environment, given);
  if (!result.success) {
    const names = new Set(result.issues.map((issue) => v.getDotPath(issue)?.split('.')[0] ?? ''));
    throw new ConfigError([...names].map((name) => `${requirements[name] ?? name}.`).join('\n'));
  }
  const root = findProjectRoot();
  const env = result.output;
  const dataFolder = resolve(root, env.CARREL_DATA);
  const backup = env.CARREL_BACKUP && {
    ...env.CARREL_BACKUP,
    folder: resolve(root, env.CARREL_BACKUP.folder),
  };
  if (backup !== undefined && isWithin(dataFolder, backup.folder))
    throw new ConfigError(
      'CARREL_BACKUP names a folder within the data folder, which would be lost with it.',
    );
  requireForPostgres(env);
  const s3 = readS3Config(env);
  if (typeof s3 === 'string') throw new ConfigError(s3);
  requireAdminPassword(env.CARREL_ADMIN_PASSWORD, env.CARREL_ADMIN_EMAIL);
  return {
    port: env.PORT,
    host: env.HOST,
    dataFolder,
    seed: env.CARREL_SEED,
    adminEmail: env.CARREL_ADMIN_EMAIL,
    adminPassword: env.CARREL_ADMIN_PASSWORD,
    requireSecondFactor: env.CARREL_REQUIRE_SECOND_FACTOR,
    secret: env.CARREL_SECRET,
    databaseUrl: env.DATABASE_URL,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? defaultMailFrom(env.PUBLIC_URL),
    supportEmail: env.SUPPORT_EMAIL ?? env.CARREL_ADMIN_EMAIL,
    frameOrigins: env.CARREL_FRAME_ORIGINS,
    transcode: env.CARREL_TRANSCODE,
    metricsToken: env.CARREL_METRICS_TOKEN,
    drainMs: env.CARREL_DRAIN,
    erasuresPath: env.CARREL_ERASURES && resolve(root, env.CARREL_ERASURES),
    backup,
    s3: s3 ?? undefined,
    appFolder: join(root, 'dist', 'pwa'),
    seedFolder: join(root, 'sync-server', 'seed', 'courses'),
  };
}

/** Checks the variables that a server on PostgreSQL needs, and those that it cannot have. Throws ConfigError. */
function requireForPostgres(env: v.InferOutput<typeof Environment>): void {
  if (env.DATABASE_URL === undefined) return;
  // Processes with secrets of their own would reject each other's tokens.
  if (env.CARREL_SECRET === undefined)
    throw new ConfigError(
      'DATABASE_URL needs CARREL_SECRET, the same for all processes. Generate one with "openssl rand -base64 48".',
    );
  if (env.CARREL_BACKUP !== undefined)
    throw new ConfigError(
      'CARREL_BACKUP copies a SQLite file. Remove it, and back up the database of DATABASE_URL with the tools of PostgreSQL.',
    );
}

/** The rule for every chosen password. */
function requireAdminPassword(password: string | undefined, email: string): void {
  if (password === undefined) return;
  if (findPasswordProblem(password, { name: FIRST_ADMIN_NAME, email }) === null) return;
  throw new ConfigError(
    'CARREL_ADMIN_PASSWORD is too easy to guess: it is one of the most used passwords, or consists of the admin’s email or the name of this product.',
  );
}

function defaultMailFrom(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  return `Carrel <no-reply@${/\.[a-z][a-z\d-]+$/.test(host) ? host : 'carrel.local'}>`;
}

/** The configuration of this process. Its environment has precedence over the file. */
export const readProcessConfig = (envFile?: string): Config =>
  readConfig(envFile === undefined ? process.env : { ...readEnvFile(envFile), ...process.env });

function readEnvFile(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`The file ${file} cannot be read: ${String(error)}`);
  }
}
