import { expect, test } from 'vitest'
import { parseCommand } from './parse-command.ts'

test.each([
  ['clamdscan --fdpass --no-summary -', ['clamdscan', '--fdpass', '--no-summary', '-']],
  ['  /opt/scan  -q ', ['/opt/scan', '-q']],
  ['["/opt/my scanner", "--say=$HOME; rm -rf /", ""]', ['/opt/my scanner', '--say=$HOME; rm -rf /', '']],
])('%s', (text, words) => expect(parseCommand(text)).toEqual(words))

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
])('%s is rejected', (text) => expect(parseCommand(text)).toBeUndefined())
