import { expect, test } from 'vitest'
import { chooseGcpFile } from './gcp-file.ts'

const FLAT = new Map([
  ['100MEDIA/DJI_0001.JPG', '100MEDIA__DJI_0001.JPG'],
  ['100MEDIA/DJI_0002.JPG', '100MEDIA__DJI_0002.JPG'],
  ['101MEDIA/DJI_0001.JPG', '101MEDIA__DJI_0001.JPG'],
  ['DJI_0003.JPG', 'DJI_0003.JPG'],
])
const fileOf = (name: string, ...lines: string[]) => ({ name, content: new TextEncoder().encode(lines.join('\n')) })
const marksOf = (...photos: string[]) =>
  [0, 1, 2].flatMap((point) =>
    photos.map((photo) => `${604_100.25 + point} 5706498.125 101.5 ${1000 + point} 2000 ${photo} P${point}`),
  )

test('a list of points names photos as the node has them', () => {
  const list = fileOf(
    'gcp/gcp_list.txt',
    'EPSG:32632',
    ...marksOf('DJI_0002.JPG', '101MEDIA/DJI_0001.JPG', 'DJI_0001.JPG'),
  )
  const { file, notes } = chooseGcpFile([list], FLAT)
  expect(file?.name).toBe('gcp_list.txt')
  const [head, first, second, ...others] = new TextDecoder().decode(file?.content).trimEnd().split('\n')
  expect(head).toBe('EPSG:32632')
  expect(first).toBe('604100.25 5706498.125 101.5 1000 2000 100MEDIA__DJI_0002.JPG P0')
  expect(second).toContain(' 101MEDIA__DJI_0001.JPG P0')
  expect(others).toHaveLength(4)
  expect(notes).toEqual([
    'gcp/gcp_list.txt is sent: 3 ground control points, without 3 rows whose photo is not in this archive or not unique.',
  ])
})

test.each([
  [
    'points.csv',
    ['name;east;north;height', 'A;604117;5706498;101', 'B;604172;5706500;100', 'C;604170;5706547;101'],
    'nodes take marks in photos',
  ],
  ['readme.txt', ['Dear pilot,', 'the field is wet.'], 'it is no list of ground control points'],
  ['gcp_list.txt', ['EPSG:32632', ...marksOf('DJI_0003.JPG')], '0 of its points are marked in 2 or more photos'],
])('%s is not sent, and named with the reason', (name, lines, reason) => {
  const { file, notes } = chooseGcpFile([fileOf(name, ...lines)], FLAT)
  expect(file).toBeNull()
  expect(notes).toEqual([expect.stringContaining(`${name} is not sent: ${reason}`)])
})

test.each([
  ['UTM zone 32U, WGS84', 'EPSG:32632'],
  ['PUWG1992', 'EPSG:2180'],
  ['+proj=utm +zone=32 +ellps=GRS80 +units=m +no_defs', '+proj=utm +zone=32 +ellps=GRS80 +units=m +no_defs'],
])('a list that says its system as %s is sent with %s, above its points or below them', (said, sent) => {
  const rows = marksOf('DJI_0002.JPG', 'DJI_0003.JPG')
  for (const lines of [
    [said, ...rows],
    [...rows, said],
  ]) {
    const [head, ...points] = new TextDecoder()
      .decode(chooseGcpFile([fileOf('gcp_list.txt', ...lines)], FLAT).file?.content)
      .trimEnd()
      .split('\n')
    expect([head, points.length]).toEqual([sent, 6])
  }
})

test('a list that says no system is not sent: a node would take its first point for one', () => {
  const { file, notes } = chooseGcpFile([fileOf('gcp_list.txt', ...marksOf('DJI_0002.JPG', 'DJI_0003.JPG'))], FLAT)
  expect(file).toBeNull()
  expect(notes).toEqual([expect.stringContaining('Write one such as EPSG:32632 as its first line')])
})

test('one list is sent, and the others are named', () => {
  const rows = marksOf('DJI_0002.JPG', 'DJI_0003.JPG')
  const { notes } = chooseGcpFile(
    [fileOf('a.txt', 'EPSG:32632', ...rows), fileOf('b.txt', 'EPSG:32632', ...rows)],
    FLAT,
  )
  expect(notes).toEqual([
    'a.txt is sent: 3 ground control points.',
    'b.txt is not sent: it is not used beside another one.',
  ])
})
