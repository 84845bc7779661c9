import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatNames } from './photo-names.ts'

test('folders stay apart, and plain names stay as they are', () =>
  expect(flatNames(['DJI_0001.JPG', '100MEDIA/DJI_0018.JPG', '101MEDIA/DJI_0018.JPG'])).toEqual([
    'DJI_0001.JPG',
    '100MEDIA__DJI_0018.JPG',
    '101MEDIA__DJI_0018.JPG',
  ]))

test('names that would become the same are told apart', () => {
  const names = ['a/b.jpg', 'a__b.jpg', 'A/B.JPG', 'a b.jpg', 'a_b.jpg', 'ä.jpg', 'ö.jpg']
  const flat = flatNames(names)
  expect(new Set(flat.map((name) => name.toLowerCase())).size).toBe(names.length)
  expect(flat[0]).toBe('a__b.jpg')
})

test.each([
  'seed.zip',
  'body.json',
  'align.tif',
  'photos/gcp_list.txt',
  '../../etc/passwd',
  '.hidden.jpg',
  'a"b\r\nc.jpg',
])('%j becomes a name that nodes take for a photo', (name) => {
  const [flat = ''] = flatNames([name])
  expect(flat).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/)
  expect(flat).not.toMatch(/\.(?:zip|txt)$|^align\.|^body\.json$/)
})

test('whatever the names are, each photo has one of its own, short and plain, and the same one each time', () =>
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 20 }), (names) => {
      const flat = flatNames(names)
      expect(new Set(flat.map((name) => name.toLowerCase())).size).toBe(names.length)
      for (const name of flat) expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}$/)
      expect(flatNames(names)).toEqual(flat)
    }),
  ))
