/** The parts of a name as a database shows it, quoted or not: `shop."Out.box"` has two. */
export function nameParts(name: string): string[] {
  return name.match(/(?:"(?:[^"]|"")*"|[^".])+/g) ?? [''];
}

/**
 * A name in SQL, taken as it stands: `shop.Outbox` and `shop."Outbox"` both give `"shop"."Outbox"`. PostgreSQL would fold
 * an unquoted one to lower case, and nobody who reads `\d` types it that way.
 */
export function quotedName(name: string): string {
  return nameParts(name).map(quoted).join('.');
}

function quoted(part: string): string {
  return part.startsWith('"') ? part : `"${part.replaceAll('"', '""')}"`;
}

/** A text in SQL. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
