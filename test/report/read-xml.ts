/** An element as the reader below found it. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlNode[];
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function readEntities(text: string): string {
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const character = entities[name];
    if (character === undefined || !whole.endsWith(';')) throw new Error(`unknown entity ${whole}`);
    return character;
  });
}

/**
 * Reads the XML that reports are made of, and throws at anything else: unbalanced tags, bare `<` or `&`, attributes
 * twice, characters that XML does not have. Small on purpose, and strict where it matters here.
 */
export function readXml(source: string): XmlNode {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/;
  if (illegal.test(source)) throw new Error('a character that XML 1.0 does not allow');
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const token = /<(\/?)([A-Za-z][\w-]*)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const match = token.exec(body);
    const parent = open.at(-1);
    if (match === null || parent === undefined)
      throw new Error(`not well-formed: ${body.slice(at, at + 40)}`);
    const [, closing, name = '', attributes = '', empty, text] = match;
    if (text !== undefined) parent.text += readEntities(text);
    else if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes something else`);
    } else {
      const node: XmlNode = { name, attributes: readAttributes(attributes), children: [], text: '' };
      parent.children.push(node);
      if (empty !== '/') open.push(node);
    }
  }
  const [first, ...others] = root.children;
  if (first === undefined || others.length > 0 || open.length !== 1) throw new Error('not one element');
  return first;
}

function readAttributes(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of source.matchAll(/([\w-]+)="([^"]*)"/g)) {
    if (name in attributes) throw new Error(`${name} twice`);
    attributes[name] = readEntities(value);
  }
  return attributes;
}
