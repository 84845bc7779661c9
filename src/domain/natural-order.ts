/** Compares names as people count: 2 before 10. */
export const naturalOrder: (one: string, other: string) => number = new Intl.Collator('en', { numeric: true }).compare
