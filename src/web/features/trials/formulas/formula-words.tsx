type FormulaWordsProps = { words: readonly { text: string; meaning: string }[] }

const SIGNS = ['+ - * / ^', '( )', 'sqrt(a)', 'abs(a)', 'min(a, b)', 'max(a, b)']

/** What may stand in a formula. */
export const FormulaWords = ({ words }: FormulaWordsProps) => (
  <ul aria-label="What may stand in a formula" className="-mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
    {words.map(({ text, meaning }) => (
      <li key={text}>
        <code className="font-semibold text-ink">{text}</code> {meaning}
      </li>
    ))}
    {SIGNS.map((sign) => (
      <li key={sign}>
        <code className="text-ink">{sign}</code>
      </li>
    ))}
  </ul>
)
