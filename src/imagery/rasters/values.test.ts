import { describe, expect, test } from 'vitest'
import { bandItemsOf } from './gdal-items.ts'
import { valuesOf } from './values.ts'

describe('the markup of GDAL', () => {
  test('scales, names and colours bands, each by itself', () => {
    // As GDAL 3.6 writes it: `gdal_translate -a_scale 0.0001 -a_offset -0.1`, then a description and a colour.
    const markup = `<GDALMetadata>
  <Item name="DESCRIPTION" sample="0" role="description">NIR &amp; more</Item>
  <Item name="OFFSET" sample="0" role="offset">-0.1</Item>
  <Item name="SCALE" sample="0" role="scale">0.0001</Item>
  <Item name="SCALE" sample="1" role="scale">3.0517578125e-05</Item>
  <Item name="BandName" sample="2">Green</Item>
  <Item name="COLORINTERP" sample="3" role="colorinterp">Red</Item>
  <Item name="Band_5">Blue</Item>
  <Item name="SCALE" sample="5" role="scale">0</Item>
  <Item name="SCALE" sample="6" role="scale">much</Item>
  <Item name="SCALE" sample="99" role="scale">2</Item>
</GDALMetadata>`
    expect(bandItemsOf(markup, 7)).toEqual({
      names: ['NIR & more', '', 'Green', '', 'Blue', '', ''],
      colours: ['', '', '', 'red', '', '', ''],
      scalings: [[0.0001, -0.1], [1 / 32_768, 0], undefined, undefined, undefined, undefined, undefined],
    })
  })
})

describe('numbers become values', () => {
  test('nodata is compared before it is scaled, and alpha stays as it is', () => {
    const bands = [
      { role: 'nir', scaling: [0.0001, -0.1] },
      { role: 'thermal', scaling: [0.01, -273.15] },
      { role: 'alpha', scaling: [0.5, 0] },
    ] as const
    // The second pixel has a value of 0, which is no nodata; the third has nodata, whose value would be -0.1.
    const numbers = Uint16Array.from([5000, 29_815, 255, 1000, 0, 255, 0, 29_815, 0])
    const values = valuesOf(numbers, { bands, nodata: 0 })
    expect(values).toBeInstanceOf(Float32Array)
    expect([...values].map((value) => Number(value.toFixed(4)))).toEqual([
      0.4,
      25,
      255,
      0,
      Number.NaN,
      255,
      Number.NaN,
      25,
      0,
    ])
  })
  test('of more than 24 bits keep their digits', () => {
    const bands = [{ role: 'elevation', scaling: [0.001, 0] }] as const
    expect([...valuesOf(Int32Array.of(351_234_567), { bands, nodata: undefined })]).toEqual([351_234.567])
  })
})
