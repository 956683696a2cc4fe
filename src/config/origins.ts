import { basename } from 'node:path';
import { formatDuration } from '../model/duration.ts';
import { redactedValue } from '../model/redact.ts';
import type { ConfigPath, RawConfig } from './config-file.ts';
import type { LoadedConfig } from './load-config.ts';
import { pathText, valueAt } from './problems.ts';

/** One value of a config: where it is, what it is, and where it came from. */
export interface Origin {
  readonly path: string;
  /** As it stands in the file, secrets masked; a `${NAME}` by its name, never by what it stands for. */
  readonly value: unknown;
  /** `--url`, `SHOPCTL_URL`, `shopctl.config.yaml:12` or `default`. */
  readonly from: string;
}

/** Every value of a resolved config, in the order of the schema. */
export function originsOf({ raw, overrides, parsed }: LoadedConfig): Origin[] {
  return leavesOf(parsed).map(({ path, value }) => {
    const override = path.length === 1 ? overrides[String(path[0])] : undefined;
    const given = valueAt(raw.value, path);
    if (override !== undefined) return origin(path, override.value, override.from);
    if (given !== undefined) return origin(path, given, placeOf(raw, path));
    return origin(path, inWords(path, value), 'default');
  });
}

function origin(path: ConfigPath, value: unknown, from: string): Origin {
  return { path: pathText(path), value: masked(path, value), from };
}

/** Headers that let nobody in. Any other may be a shop's own name for a secret. */
const openHeader = /^(?:accept|content-type|user-agent|idempotency-key|traceparent)$/i;

function masked(path: ConfigPath, value: unknown): unknown {
  const key = String(path.at(-1));
  const parent = path.at(-2);
  const isPass = parent === 'cookies' || (parent === 'headers' && !openHeader.test(key));
  if (isPass && !isNameAlone(value)) return '***';
  return (redactedValue({ [key]: value }) as Record<string, unknown>)[key];
}

/** `${TOKEN}`, which names a secret and holds none. */
function isNameAlone(value: unknown): boolean {
  return typeof value === 'string' && /^(?:Bearer |Basic )?\$\{\w+\}$/i.test(value);
}

/** Times are milliseconds once they are read; people write them with their unit. */
function inWords(path: ConfigPath, value: unknown): unknown {
  const isTime = ['settle', 'timeout', 'within'].includes(String(path.at(-1)));
  return isTime && typeof value === 'number' ? formatDuration(value) : value;
}

function placeOf(raw: RawConfig, path: ConfigPath): string {
  const line = raw.lineOf(path);
  return line === undefined ? basename(raw.path) : `${basename(raw.path)}:${line}`;
}

interface Leaf {
  readonly path: ConfigPath;
  readonly value: unknown;
}

/** Single values, and lists of them; what is empty says nothing. */
function leavesOf(value: unknown, path: ConfigPath = []): Leaf[] {
  const isList = Array.isArray(value);
  if (isList && value.some((item) => typeof item === 'object')) {
    return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  }
  if (isList ? value.length === 0 : value === undefined) return [];
  if (isList || typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]));
}
