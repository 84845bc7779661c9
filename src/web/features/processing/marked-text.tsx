/** A sentence of the server; commands between backticks look like commands. */
export const MarkedText = ({ text }: { text: string }) =>
  text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts are known by their place
      <code key={at} className="rounded bg-ink/8 px-1 py-0.5 font-mono text-bench wrap-anywhere">
        {part}
      </code>
    ),
  )
