import type { Nodes } from "mdast";

/** Returns every node of a tree in document order, each before its children. */
export function allNodes(tree: Nodes): Nodes[] {
  const nodes: Nodes[] = [];
  const waiting = [tree];
  // A loop, so that a deep tree does not need more of the stack.
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    if ("children" in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
  return nodes;
}

/** Returns the nodes of some types inside a node, at any depth, in document order. */
export function nodesIn<Type extends Nodes["type"]>(
  node: Nodes,
  types: readonly Type[],
): Extract<Nodes, { type: Type }>[] {
  return allNodes(node).filter((each): each is Extract<Nodes, { type: Type }> =>
    (types as readonly string[]).includes(each.type),
  );
}
