/** Of a table below values. */
export const NoteHeads = ({ titles }: { titles: readonly string[] }) => (
  <thead className="text-left text-xs text-muted">
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col" className="py-1.5 pr-6 font-semibold">
          {title}
        </th>
      ))}
    </tr>
  </thead>
)
