/**
 * The tab list of GraphiQL as plain elements. Stands in for `framer-motion`, which GraphiQL uses
 * for one thing only: to reorder tabs by dragging.
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

function Group({ axis, onReorder, values, ...attributes }: GroupProps) {
  return <ul {...attributes} />;
}

function Item({ dragConstraints, dragElastic, value, ...attributes }: ItemProps) {
  return <li {...attributes} />;
}

export const Reorder = { Group, Item };
