import { type Issue, WARNINGS_PER_CODE } from './read-result.ts';

/** Collects warnings: the first of each code are kept, of the others only the number is told at the end. */
export type IssueList = { add(issue: Issue): void; all(): Issue[] };

/** An empty list. */
export function issueList(): IssueList {
  const issues: Issue[] = [];
  const counts = new Map<string, number>();
  return {
    add(issue) {
      const count = (counts.get(issue.code) ?? 0) + 1;
      counts.set(issue.code, count);
      if (count <= WARNINGS_PER_CODE) issues.push(issue);
    },
    all: () => [
      ...issues,
      ...[...counts].flatMap(([code, count]): Issue[] => {
        const more = count - WARNINGS_PER_CODE;
        if (more <= 0) return [];
        return [
          { row: 0, column: null, value: more, code, message: `Còn ${more} cảnh báo cùng loại ${code} không liệt kê.` },
        ];
      }),
    ],
  };
}
