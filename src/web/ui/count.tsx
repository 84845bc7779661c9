/** How many there are, beside the heading of a list. */
export const Count = ({ total, of }: { total: number; of: string }) => (
  <span className="mt-1 text-sm text-muted tabular-nums">
    {total.toLocaleString('en')}
    <span className="sr-only"> {of}</span>
  </span>
)
