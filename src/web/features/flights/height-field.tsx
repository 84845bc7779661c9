import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

type HeightFieldProps = {
  height: number | null
  onHeight: (height: number | null) => void
}

const [LEAST, MOST] = [1, 500]

/** The height of a flight whose photos don't say it. */
export function HeightField({ height, onHeight }: HeightFieldProps) {
  const [text, setText] = useState(height?.toString() ?? '')
  const [error, setError] = useState<string>()
  const take = () => {
    const metres = text.trim() === '' ? null : Number(text.replace(',', '.'))
    const isWrong = metres !== null && !(metres >= LEAST && metres <= MOST)
    setError(isWrong ? `Enter metres from ${LEAST} to ${MOST}` : undefined)
    if (!isWrong) onHeight(metres)
  }
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <TextField
        label="Height above ground, m"
        inputMode="decimal"
        className="min-w-0 grow basis-40"
        value={text}
        error={error}
        onChange={({ target: { value } }) => setText(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It belongs to no form, or to that of the upload, which must not be sent by it.
          event.preventDefault()
          take()
        }}
      />
      <Button variant="secondary" className="h-11 sm:mt-[1.625rem]" onClick={take}>
        Use this height
      </Button>
    </div>
  )
}
