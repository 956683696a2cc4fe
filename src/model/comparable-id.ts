const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * An id as text, so that the same one is equal wherever it comes from: a uuid in lower case, though a shop may keep it as
 * text in upper case; anything else as it stands.
 */
export function comparableId(id: string): string {
  const text = id.trim();
  return uuid.test(text) ? text.toLowerCase() : text;
}

/** The ids in each form that a column of texts may hold them in. */
export function idForms(ids: readonly string[]): string[] {
  return ids.flatMap((id) => (uuid.test(id) ? [id, id.toUpperCase()] : [id]));
}
