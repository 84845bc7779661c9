import { expect, test } from 'vitest'
import { readCommand } from './command-words.ts'

test.each([
  ['clamdscan --fdpass --no-summary -', ['clamdscan', '--fdpass', '--no-summary', '-']],
  ['  /opt/scan  -q ', ['/opt/scan', '-q']],
  ['["/opt/my scanner", "--say=$HOME; rm -rf /", ""]', ['/opt/my scanner', '--say=$HOME; rm -rf /', '']],
])('%s', (text, words) => expect(readCommand(text)).toEqual(words))

test.each([
  'clamscan -; rm -rf /',
  'cat | clamscan',
  'clamscan $HOME',
  'scan "a b"',
  'scan `id`',
  'scan > out',
  '[]',
  '[""]',
  '["scan", 1]',
  '["scan"',
  '["scan\\u0000"]',
  ' ',
])('%s is refused', (text) => expect(readCommand(text)).toBeUndefined())
