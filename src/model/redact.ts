/*
 * The one place that knows what a secret looks like: the password in a URL, an authorization header, the value of a key
 * that is called like a secret. Everything that leaves shopctl goes through here: the journal, and with it every report,
 * stdout and stderr.
 */

const mask = '***';

const secretName =
  '(?:pass(?:word|wd|phrase)|(?<![a-z])(?:pass|pin|sid)(?![a-z])|pwd|secret|token|credential|(?:api|access|private)[-_]?key' +
  '|[_-]auth(?![a-z])|sess(?:ion)?[-_]?id|cookie)';

/** Cheap enough for every line of a journal: most hold nothing that could be a secret. */
const suspicious = new RegExp(`:[^\\s"]{1,1000}@|authorization|bearer|basic|${secretName}`, 'i');

/** Up to the last @ of the word: a password that somebody forgot to encode may hold one, or a slash. */
const urlPassword = /(:\/\/[^\s:/?#@"'<>]{0,200}:)(?!\d+(?:[/?#\s"'<>]|$))[^\s"'<>\\]{0,500}@/g;

/** `user:password@host` of an address whose scheme was forgotten, or mistyped: `postgres:/user:password@host`. */
const bareCredentials = /(^|[\s"'=(/])(?!mailto:)([\w.%+-]{1,100}:)[^\s"'<>@/]{1,200}@(?=[\w[])/g;

const header =
  /(\bauthorization\\?["']?\s*[:=]\s*\\?["']?)(?:(basic|bearer|digest|token|negotiate)\s+)?[^\s"',;\\]+/gi;

/** `Bearer eyJh…` wherever it stands; a digit, a dot or a `=` tells it from prose such as `basic authentication`. */
const scheme = /\b(basic|bearer)(\s+)(?=[^\s"',;]{0,2000}[\d.=_])[A-Za-z0-9._~+/=-]{8,}/gi;

const named = new RegExp(
  `(${secretName}[\\w-]{0,50}\\\\?["']?\\s*[=:]\\s*)(?:\\\\?"[^"]*"|'[^']*'|[^\\s"'&,;)\\]}\\\\]+)`,
  'gi',
);

/** Text with `***` in place of every secret in it. */
export function redacted(text: string): string {
  if (!mayHoldSecret(text)) return text;
  return text
    .replace(urlPassword, `$1${mask}@`)
    .replace(bareCredentials, `$1$2${mask}@`)
    .replace(
      header,
      (_all, begin: string, kind?: string) => `${begin}${kind === undefined ? '' : `${kind} `}${mask}`,
    )
    .replace(scheme, `$1$2${mask}`)
    .replace(named, `$1${mask}`);
}

const secretKey = new RegExp(`${secretName}s?$|^authorization$`, 'i');

/**
 * The same of any plain JSON value: texts within it are redacted, and texts under a key that is called like a secret
 * are as a whole. What holds no secret is returned as it is, not copied.
 */
export function redactedValue<Value>(value: Value): Value {
  return redactedPart(value) as Value;
}

function redactedPart(value: unknown): unknown {
  if (typeof value === 'string') return redacted(value);
  if (Array.isArray(value)) return sameOr(value, value.map(redactedPart));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
    key,
    typeof item === 'string' && secretKey.test(key) ? mask : redactedPart(item),
  ]);
  const changed = entries.some(([key, item]) => item !== (value as Record<string, unknown>)[key]);
  return changed ? Object.fromEntries(entries) : value;
}

function sameOr(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.some((item, i) => item !== before[i]) ? after : before;
}

/** Whether a text, or the JSON of a value, needs a closer look at all. */
export function mayHoldSecret(text: string): boolean {
  return suspicious.test(text);
}
