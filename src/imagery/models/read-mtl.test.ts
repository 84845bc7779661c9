import { expect, test } from 'vitest'
import { readMtl } from './read-mtl.ts'

test('the colours and textures of materials, whatever else a file says', () => {
  const text = [
    'newmtl roof with tiles',
    'Kd 0.5 0.25 1',
    'map_Kd -bm 1 textures/roof.png',
    'newmtl wall',
    'map_Kd C:\\models\\north wall.jpg',
    'Kd 2 0 0',
    'illum 2',
  ].join('\r\n')
  expect([...readMtl(`Kd 1 1 1\n${text}`)]).toEqual([
    ['roof with tiles', { colour: [0.5, 0.25, 1], texture: 'roof.png' }],
    ['wall', { colour: undefined, texture: 'north wall.jpg' }],
  ])
})
