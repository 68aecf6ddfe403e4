/**
 * The tab list of GraphiQL as plain elements. It replaces `framer-motion`, which GraphiQL uses only
 * to reorder tabs by dragging.
 *
 * For screen readers they are not tabs: GraphiQL's tabs contain buttons, and the keys for tabs do
 * nothing. They are a list of buttons, one of them the current one.
 */

import type { ComponentProps } from "react";

type GroupProps = ComponentProps<"ul"> & {
  axis?: unknown;
  onReorder?: unknown;
  values?: unknown;
};

type ItemProps = ComponentProps<"li"> & {
  dragConstraints?: unknown;
  dragElastic?: unknown;
  value?: unknown;
};

function Group({ axis, onReorder, values, role, ...attributes }: GroupProps) {
  return <ul {...attributes} />;
}

function Item(props: ItemProps) {
  const { dragConstraints, dragElastic, value, role, ...rest } = props;
  const { "aria-selected": isCurrent, ...attributes } = rest;
  return <li {...attributes} aria-current={isCurrent} />;
}

export const Reorder = { Group, Item };
