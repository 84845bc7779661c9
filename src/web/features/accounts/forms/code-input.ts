import { CODE_DIGITS } from '#domain/accounts.ts'

/** The digit of each box ('' when empty), and the index of the box with the focus. */
export type CodeBoxes = { digits: readonly string[]; focus: number }

export const EMPTY_CODE: CodeBoxes = { digits: Array.from({ length: CODE_DIGITS }, () => ''), focus: 0 }

export const codeOf = ({ digits }: CodeBoxes): string => digits.join('')
export const missingDigits = (boxes: CodeBoxes): number => CODE_DIGITS - codeOf(boxes).length

const LAST = CODE_DIGITS - 1
const withDigit = (digits: readonly string[], index: number, digit: string): string[] =>
  digits.map((old, box) => (box === index ? digit : old))

/** Handles the new text of a box, which includes the old digit. A full code (from a paste or autofill) fills all boxes. */
export function typeInto(boxes: CodeBoxes, index: number, text: string): CodeBoxes {
  const pasted = pasteCode(boxes, text)
  if (pasted !== boxes) return pasted
  const old = boxes.digits[index] ?? ''
  const typed = text.startsWith(old) ? text.slice(old.length) : text
  const digit = typed.replace(/[^0-9]/g, '').slice(0, 1)
  if (digit === '') return text === '' ? { digits: withDigit(boxes.digits, index, ''), focus: index } : boxes
  return { digits: withDigit(boxes.digits, index, digit), focus: Math.min(index + 1, LAST) }
}

/** Fills all boxes if the text has exactly six digits, with or without other characters; otherwise nothing changes. */
export function pasteCode(boxes: CodeBoxes, text: string): CodeBoxes {
  const digits = text.replace(/[^0-9]/g, '')
  return digits.length === CODE_DIGITS ? { digits: digits.split(''), focus: LAST } : boxes
}

/** Clears this box, or the previous one if it is empty. */
export function backspace(boxes: CodeBoxes, index: number): CodeBoxes {
  const target = boxes.digits[index] === '' ? Math.max(0, index - 1) : index
  return { digits: withDigit(boxes.digits, target, ''), focus: target }
}

export const moveTo = (boxes: CodeBoxes, index: number): CodeBoxes => ({
  ...boxes,
  focus: Math.max(0, Math.min(LAST, index)),
})
