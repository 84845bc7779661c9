type TableHeadsProps = { titles: readonly string[]; className?: string }

/** Of a small table, such as one below values. */
export const TableHeads = ({ titles, className = 'py-1.5 pr-6 font-semibold' }: TableHeadsProps) => (
  <thead className="text-left text-xs text-muted">
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col" className={className}>
          {title}
        </th>
      ))}
    </tr>
  </thead>
)
