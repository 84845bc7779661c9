import { expect, test } from 'vitest'
import { readOptions, typedValue, withOption } from './typed-options.ts'

test('options are read line by line, as numbers and yes or no where they are', () => {
  expect(
    readOptions(' feature-quality = high\n\n--min-num-features=12000\r\nfast-orthophoto=true\nboundary={"a":1}'),
  ).toEqual({
    options: { 'feature-quality': 'high', 'min-num-features': 12000, 'fast-orthophoto': true, boundary: '{"a":1}' },
  })
  expect(readOptions('gps-accuracy=-0.5\ncrop=1e3\nname=a=b')).toEqual({
    options: { 'gps-accuracy': -0.5, crop: '1e3', name: 'a=b' },
  })
  expect(readOptions('  \n')).toEqual({ options: {} })
})

test('what is not an option is refused with its line', () => {
  expect(readOptions('dsm=true\ndtm').error).toBe('Line 2: write it as name=value.')
  expect(readOptions('=true').error).toMatch(/^Line 1: write it/)
  expect(readOptions('dsm=').error).toMatch(/^Line 1: write it/)
  expect(readOptions('two words=1').error).toMatch(/^Line 1: a name has/)
  expect(readOptions('dsm=true\n\ndsm=false').error).toBe('Line 3: dsm is given twice.')
})

const lines = (count: number) => Array.from({ length: count }, (_, at) => `o${at}=1`).join('\n')

test('as much is taken as the server takes', () => {
  expect(readOptions(lines(100)).error).toBeUndefined()
  expect(readOptions(lines(101)).error).toMatch(/^At most 100/)
  expect(readOptions(`a=${'x'.repeat(500)}`).error).toBeUndefined()
  expect(readOptions(`a=${'x'.repeat(501)}`).error).toMatch(/^Line 1: a value has/)
})

test('an option that is chosen from the list goes to its line, and leaves the others as they were typed', () => {
  const typed = ' --crop = 3\ndtm\n\n'
  expect(typedValue(typed, 'crop')).toBe('3')
  expect(typedValue(typed, 'dtm')).toBeUndefined()
  expect(withOption(typed, { name: 'crop', value: '5' })).toBe('crop=5\ndtm')
  expect(withOption(typed, { name: 'dsm', value: 'true' })).toBe(' --crop = 3\ndtm\ndsm=true')
  expect(withOption('', { name: 'dsm', value: 'true' })).toBe('dsm=true')
  expect(withOption('dsm=true\ncrop=3', { name: 'dsm', value: null })).toBe('crop=3')
  expect(withOption('crop=3', { name: 'dsm', value: null })).toBe('crop=3')
})
