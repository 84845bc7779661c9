type CountProps = { count: Counted | undefined; of: string }

/** A number of rows. There may be more than were counted. */
export type Counted = { total: number; isTotalExact: boolean }

/** '12,345', or '10,000+'. */
export const countText = ({ total, isTotalExact }: Counted): string =>
  `${total.toLocaleString('en')}${isTotalExact ? '' : '+'}`

/** The number of rows, beside the heading of a list. */
export const Count = ({ count, of }: CountProps) =>
  count && (
    <span className="mt-1 text-sm text-muted tabular-nums">
      {countText(count)}
      <span className="sr-only"> {of}</span>
    </span>
  )
