import type { Nodes } from "mdast";

/** Every node of a tree in document order, each before what is in it. */
export function allNodes(tree: Nodes): Nodes[] {
  const nodes: Nodes[] = [];
  const waiting = [tree];
  // However deep the tree is, this takes no more of the stack.
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    if ("children" in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
  return nodes;
}

/** The nodes in a node, of some types, at any depth, in document order. */
export function nodesIn<Type extends Nodes["type"]>(
  node: Nodes,
  types: readonly Type[],
): Extract<Nodes, { type: Type }>[] {
  return allNodes(node).filter((each): each is Extract<Nodes, { type: Type }> =>
    (types as readonly string[]).includes(each.type),
  );
}
