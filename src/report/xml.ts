/** An element, its attributes and what it holds, as lines of XML with everything escaped. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly children?: readonly XmlElement[];
  /** Text content; an element has either text or children here. */
  readonly text?: string;
}

// XML 1.0 has no way to write these, not even escaped. C1 is legal and still nothing that a log wants to show.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text as XML may hold it: special characters escaped, impossible ones left out. */
export function escapeXml(text: string): string {
  return text
    .replace(illegal, '')
    .replace(loneSurrogate, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A whole document, with its declaration and a final line break. */
export function renderXml(root: XmlElement): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...elementLines(root, ''), ''].join('\n');
}

function elementLines(element: XmlElement, indent: string): string[] {
  const { name, attributes = {}, children = [], text } = element;
  const inside = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const open = `${indent}<${name}${inside.join('')}`;
  // Text stays unindented: readers keep its white space.
  if (text !== undefined) return [`${open}>${escapeXml(text)}</${name}>`];
  if (children.length === 0) return [`${open}/>`];
  const lines = children.flatMap((child) => elementLines(child, `${indent}  `));
  return [`${open}>`, ...lines, `${indent}</${name}>`];
}
