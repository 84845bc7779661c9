import { expect, test } from 'vitest'
import { displayName, hasHiddenCharacter, isolateName } from './display-names.ts'

test.each([
  ['photo\u202Egpj.exe', String.raw`photo\u{202E}gpj.exe`],
  ['\u202Aa\u202Bb\u202Cc\u202Dd', String.raw`\u{202A}a\u{202B}b\u{202C}c\u{202D}d`],
  ['a\u2066b\u2067c\u2068d\u2069.zip', String.raw`a\u{2066}b\u{2067}c\u{2068}d\u{2069}.zip`],
  ['a\u200Eb\u200Fc\u061Cd', String.raw`a\u{200E}b\u{200F}c\u{061C}d`],
  ['pay\u200Bpal\u2060\uFEFF.zip', String.raw`pay\u{200B}pal\u{2060}\u{FEFF}.zip`],
  ['soft\u00ADhyphen', String.raw`soft\u{00AD}hyphen`],
  ['a\u200Cb\u200Dc', String.raw`a\u{200C}b\u{200D}c`],
  ['tag\u{E0041}\u{E007F}', String.raw`tag\u{E0041}\u{E007F}`],
  ['a\uFE0Fb', String.raw`a\u{FE0F}b`],
  ['1\uFE0F.zip', String.raw`1\u{FE0F}.zip`],
  ['\u3164\u115F\uFFA0\u2800', String.raw`\u{3164}\u{115F}\u{FFA0}\u{2800}`],
  ['a\u034Fb\u180Ec', String.raw`a\u{034F}b\u{180E}c`],
  ['line\u2028para\u2029', String.raw`line\u{2028}para\u{2029}`],
  ['bell\u0007\u007F\u0085\r', String.raw`bell\u{0007}\u{007F}\u{0085}\u{000D}`],
  ['\u05E9\u200C\u05DC', '\u05E9\\u{200C}\u05DC'],
  ['\u061C\u200C\u0645', '\\u{061C}\\u{200C}\u0645'],
])('hidden characters of %j are shown', (name, shown) => {
  expect(displayName(name)).toBe(shown)
  expect(hasHiddenCharacter(name)).toBe(true)
})

test.each([
  'flight 3 (north).zip',
  'Änna Müller-O’Neill',
  'שלום.zip',
  'تقرير الحقل.zip',
  'گزارش\u200Cها.zip',
  'می\u200Cخواهم',
  'क्\u200Dष',
  'ශ්\u200Dරී ලංකා',
  'രാജന്\u200D',
  'র\u200D্যাব',
  '葛\u{E0100}城',
  'ᠮᠣᠩᠭᠣᠯ\u180Bᠠ',
  'field ❤\uFE0F.zip',
  '☎\uFE0E.zip',
  '👩🏽\u200D🌾 and 👨\u200D👩\u200D👧.zip',
  '1\uFE0F\u20E3.zip',
  'Trần Thị Ngọc',
  'données\u00A0brutes\u3000生.zip',
  'n\u0303.zip',
  'a\tb\nc',
])('%j is shown unchanged', (name) => {
  expect(displayName(name)).toBe(name)
  expect(hasHiddenCharacter(name)).toBe(false)
})

test('in a sentence only right-to-left names are isolated', () => {
  expect(isolateName('flight.zip')).toBe('flight.zip')
  expect(isolateName('שלום.zip')).toBe('\u2068שלום.zip\u2069')
  expect(isolateName('\u2069שלום\u202E')).toBe('\u2068\\u{2069}שלום\\u{202E}\u2069')
})
