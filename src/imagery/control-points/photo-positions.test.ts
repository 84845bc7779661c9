import { expect, test } from 'vitest'
import { commonCrs } from '../plot-files/file-crs.ts'
import { photoPositionsOf } from './photo-positions.ts'
import { recognise } from './recognise.ts'

const positionsOf = (files: Record<string, string>, photos: readonly string[]) =>
  photoPositionsOf(
    Object.entries(files).flatMap(([name, text]) => recognise({ name, bytes: Buffer.from(text) }) ?? []),
    photos,
    commonCrs,
  )

const mrk = (number: number, lat: number, flag: number) =>
  `${number}\t200000.1\t[2321]\t  12,N\t  -3,E\t  190,V\t${lat},Lat\t10.5,Lon\t145.1,Ellh\t0.011, 0.012, 0.02\t${flag},Q`

test('a file of PPK says where photos were taken and how exactly, in any system', () => {
  const found = positionsOf(
    { 'geo.txt': 'EPSG:32632\nB.JPG 600000 5700000 145.5 0 0 0 0.02 0.04\nA.JPG 600010 5700000 145.5' },
    ['flight/a.jpg', 'flight/b.jpg', 'flight/c.jpg'],
  )
  expect([...found.keys()]).toEqual(['flight/a.jpg', 'flight/b.jpg'])
  expect(found.get('flight/b.jpg')).toEqual({
    lon: expect.closeTo(10.4388768, 6),
    lat: expect.closeTo(51.4423523, 6),
    height: 145.5,
    error: { flag: 50, across: 0.02, up: 0.04 },
  })
  expect(found.get('flight/a.jpg')?.error.flag).toBeNull()
})

test('lines of a drone are those of the photos of their folder, by the number in their names', () => {
  const photos = [
    'one/DJI_20260701_0001.JPG',
    'one/DJI_20260701_0002_V.JPG',
    'two/DJI_20260701_0001.JPG',
    'one/0001.JPG',
  ]
  const found = positionsOf({ 'one/DJI_Timestamp.MRK': `${mrk(2, 51.6, 34)}\n${mrk(1, 51.5, 50)}` }, photos)
  expect([...found].map(([name, { lat, error }]) => [name, lat, error])).toEqual([
    [photos[0], 51.5, { flag: 50, across: 0.012, up: 0.02 }],
    [photos[1], 51.6, { flag: 34, across: 0.012, up: 0.02 }],
  ])
})

test('what a program has worked out wins over what a drone has noted', () => {
  const files = { 'geo.txt': 'EPSG:4326\nDJI_0001.JPG 10.4 51.4 150', 'DJI_Timestamp.MRK': mrk(1, 51.5, 50) }
  expect(positionsOf(files, ['DJI_0001.JPG']).get('DJI_0001.JPG')).toMatchObject({
    lat: expect.closeTo(51.4, 6),
    height: 150,
  })
})

test('of two flights in one folder, nobody knows which line is whose', () => {
  const files = { 'DJI_1_Timestamp.MRK': mrk(1, 51.5, 50), 'DJI_2_Timestamp.MRK': mrk(1, 51.6, 50) }
  expect(positionsOf(files, ['DJI_1_0001.JPG', 'DJI_2_0001.JPG']).size).toBe(0)
})
