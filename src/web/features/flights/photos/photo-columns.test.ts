import { expect, test } from 'vitest'
import type { FlightPhoto } from '#domain/flights.ts'
import { photosCsv } from './photo-columns.ts'

const photo: FlightPhoto = {
  name: '=north/DJI_0001.JPG',
  state: 'read',
  takenAt: '2026-06-23T10:00:00',
  lon: 10.5,
  lat: -51.5,
  altitude: null,
  heightMetres: 40,
  yaw: 0,
  pitch: -90,
  roll: null,
  camera: 'DJI FC6310S',
  band: null,
  exposureSeconds: 0.001,
  iso: 100,
  rtkFlag: null,
  sharpness: 0.9,
  brightness: 110,
}

test('a photo is a line with its findings, and no spreadsheet runs its name', () => {
  const checks = (['overlap', 'edited'] as const).map((id) => ({
    id,
    severity: 'warn' as const,
    message: '',
    photos: id === 'edited' ? [photo.name] : [],
  }))
  const [head = '', line = '', ...more] = photosCsv([photo], checks).split('\r\n')
  expect(more).toEqual([''])
  expect(head).toMatch(/^\uFEFFname,taken_at,lon,lat,/)
  expect(head).toMatch(/,state,findings$/)
  expect(line).toBe(
    "'=north/DJI_0001.JPG,2026-06-23T10:00:00,10.5,-51.5,,40,0,-90,,DJI FC6310S,,0.001,100,,0.9,110,read,edited",
  )
})
