/** A node of a module's syntax tree, as the bundler hands it out. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The node and all that is in it. */
export const within = (node: Node): Node[] => [
  node,
  ...Object.values(node)
    .flat()
    .filter((value) => isNode(value))
    .flatMap(within),
];
