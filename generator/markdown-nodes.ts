import type { Nodes, Root } from "mdast";

/** Every node of a tree in document order, each before what is in it. */
export function allNodes(tree: Root): Nodes[] {
  const nodes: Nodes[] = [];
  collect(tree, nodes);
  return nodes;
}

/** The nodes in a node, of some types, at any depth, in document order. */
export function nodesIn<Type extends Nodes["type"]>(
  node: Nodes,
  types: readonly Type[],
): Extract<Nodes, { type: Type }>[] {
  const nodes: Nodes[] = [];
  collect(node, nodes);
  return nodes.filter((each): each is Extract<Nodes, { type: Type }> =>
    (types as readonly string[]).includes(each.type),
  );
}

function collect(node: Nodes, nodes: Nodes[]): void {
  nodes.push(node);
  if (!("children" in node)) return;
  for (const child of node.children) collect(child, nodes);
}
