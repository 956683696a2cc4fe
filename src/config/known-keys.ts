import type { ConfigPath } from './config-file.ts';
import { configJsonSchema } from './schema/shop.ts';

/** A part of a JSON Schema, as far as it is needed to walk through one. */
interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

/** The keys that a config may have at a place, over all forms that the place may take. */
export function knownKeys(path: ConfigPath): string[] {
  let nodes: Node[] = [configJsonSchema()];
  for (const part of path) nodes = nodes.flatMap(formsOf).flatMap((node) => below(node, part));
  return [...new Set(nodes.flatMap(formsOf).flatMap(({ properties = {} }) => Object.keys(properties)))];
}

function formsOf(node: Node): Node[] {
  const forms = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return forms.length === 0 ? [node] : forms.flatMap(formsOf);
}

function below({ properties, items, additionalProperties }: Node, part: string | number): Node[] {
  const found = typeof part === 'number' ? items : properties?.[part];
  if (found !== undefined) return [found];
  return typeof additionalProperties === 'object' ? [additionalProperties] : [];
}
