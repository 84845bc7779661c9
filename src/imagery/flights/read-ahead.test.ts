import { expect, test } from 'vitest'
import { readAhead } from './read-ahead.ts'

const FILE = Uint8Array.from({ length: 100 }, (_, at) => at)

function counted(bytes: number) {
  const asked: string[] = []
  const readRange = (from: number, to: number) => {
    asked.push(`${from}-${to}`)
    return Promise.resolve(FILE.slice(from, to))
  }
  return { asked, read: readAhead(readRange, { bytes, size: FILE.length }) }
}

test('what follows the first byte that is asked for is read once, and everything else as it is asked for', async () => {
  const { asked, read } = counted(20)
  const found = await Promise.all([read(10, 14), read(12, 30), read(25, 31), read(0, 12), read(58, 60)])
  expect(found.map((bytes) => [bytes[0], bytes.length])).toEqual([
    [10, 4],
    [12, 18],
    [25, 6],
    [0, 12],
    [58, 2],
  ])
  expect(asked).toEqual(['10-30', '25-31', '0-12', '58-60'])
})

test('nothing is read ahead behind the end of the file, nor where that is not wanted', async () => {
  const { asked, read } = counted(1000)
  await read(90, 94)
  expect(asked).toEqual(['90-100'])
  const plain = counted(0)
  await plain.read(90, 94)
  await plain.read(94, 95)
  expect(plain.asked).toEqual(['90-94', '94-95'])
})
