import { stripVTControlCharacters } from 'node:util';

// C0, DEL, C1, and the marks that break lines or turn the direction of text around.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+/g;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Text from outside (a shop's reason, an order id, an error's message) as one harmless line: no escape sequences, no
 * control characters, no line breaks, no direction overrides. A shop must not be able to draw on its tester's terminal.
 */
export function cleanLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(unprintable, ' ')
    .replace(loneSurrogate, '\ufffd')
    .replace(/ {2,}/g, ' ')
    .trim();
}
