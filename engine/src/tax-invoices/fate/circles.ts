/**
 * The groups of nodes that lead to each other, in an order in which a group comes after all groups that it leads to. A node that is on no
 * circle is a group of its own. Without recursion: a chain may be as long as the room.
 */
export function groupsOf(nodes: Iterable<string>, leadsTo: (node: string) => readonly string[]): readonly string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const groups: string[][] = [];
  const lower = (node: string, to: number): void => {
    lowest.set(node, Math.min(lowest.get(node)!, to));
  };
  const enter = (node: string): { node: string; next: number } => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    open.push(node);
    isOpen.add(node);
    return { node, next: 0 };
  };
  const leave = (node: string): void => {
    if (lowest.get(node) !== order.get(node)) return;
    const group = open.splice(open.lastIndexOf(node));
    for (const one of group) isOpen.delete(one);
    groups.push(group);
  };
  for (const start of nodes) {
    if (order.has(start)) continue;
    const way = [enter(start)];
    while (way.length > 0) {
      const at = way.at(-1)!;
      const to = leadsTo(at.node)[at.next++];
      if (to === undefined) {
        leave(at.node);
        way.pop();
        if (way.length > 0) lower(way.at(-1)!.node, lowest.get(at.node)!);
      } else if (!order.has(to)) way.push(enter(to));
      else if (isOpen.has(to)) lower(at.node, order.get(to)!);
    }
  }
  return groups;
}
