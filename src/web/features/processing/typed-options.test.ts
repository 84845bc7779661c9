import { expect, test } from 'vitest'
import { readOptions } from './typed-options.ts'

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
