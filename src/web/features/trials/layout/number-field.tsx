import { useState } from 'react'
import type { Position } from '#imagery/plots/polygon.ts'
import { TextField } from '#web/ui/form/text-field.tsx'

type NumberFieldProps = {
  label: string
  value: number
  /** Only numbers reach it. */
  onNumber: (value: number) => void
  isWhole?: boolean
}

/** What was typed stays as it is until the number changes in another way, as by Undo or on the map. */
export function NumberField({ label, value, onNumber, isWhole = false }: NumberFieldProps) {
  const [typed, setTyped] = useState({ text: '', value: Number.NaN })
  const isTyped = Object.is(typed.value, value)
  const text = isTyped ? typed.text : String(Number(value.toFixed(3)))
  const isNumber = Number.isFinite(numberIn(text))
  return (
    <TextField
      label={label}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      value={text}
      error={isNumber ? undefined : 'Type a number'}
      onChange={({ target }) => {
        const number = numberIn(target.value)
        setTyped({ text: target.value, value: Number.isFinite(number) ? number : value })
        if (Number.isFinite(number)) onNumber(number)
      }}
    />
  )
}

type PlaceFieldsProps = {
  /** Lies there, or goes there. */
  what: string
  place: Position
  onPlace: (place: Position, axis: 'east' | 'north') => void
}

export const PlaceFields = ({ what, place: [east, north], onPlace }: PlaceFieldsProps) => (
  <>
    <NumberField label={`${what} east, m`} value={east} onNumber={(value) => onPlace([value, north], 'east')} />
    <NumberField label={`${what} north, m`} value={north} onNumber={(value) => onPlace([east, value], 'north')} />
  </>
)

/** With a point or a comma. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))
