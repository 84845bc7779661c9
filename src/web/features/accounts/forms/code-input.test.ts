import { describe, expect, it } from 'vitest'
import { backspace, codeOf, EMPTY_CODE, missingDigits, pasteCode, typeInto } from './code-input.ts'

const typed = (text: string) =>
  Array.from(text).reduce((boxes, digit) => typeInto(boxes, boxes.focus, digit), EMPTY_CODE)

describe('the six boxes of the confirmation code', () => {
  it('move the focus with every digit and count the missing digits', () => {
    const boxes = typed('123')
    expect(codeOf(boxes)).toBe('123')
    expect(boxes.focus).toBe(3)
    expect(missingDigits(boxes)).toBe(3)
  })

  it('accept digits only', () => {
    expect(typed('1a-2')).toEqual(typed('12'))
  })

  it('replace the digit when a new one is typed before or after it', () => {
    expect(typeInto(typed('12'), 0, '19').digits[0]).toBe('9')
    expect(typeInto(typed('12'), 0, '91').digits[0]).toBe('9')
  })

  it('clear the previous box with backspace', () => {
    const boxes = backspace(typed('123'), 3)
    expect(codeOf(boxes)).toBe('12')
    expect(boxes.focus).toBe(2)
    expect(backspace(EMPTY_CODE, 0)).toEqual(EMPTY_CODE)
  })

  it.each(['123456', ' 123 456\n', '12 34 56', 'code: 123456'])('are all filled by pasting %j', (text) => {
    expect(codeOf(pasteCode(EMPTY_CODE, text))).toBe('123456')
  })

  it.each(['12345', '1234567', '', 'abcdef'])('do not change when %j is pasted', (text) => {
    expect(pasteCode(typed('9'), text)).toEqual(typed('9'))
  })

  it('are all filled by autofill into the first box', () => {
    expect(codeOf(typeInto(EMPTY_CODE, 0, '654321'))).toBe('654321')
  })
})
