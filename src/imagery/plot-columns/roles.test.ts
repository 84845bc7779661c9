import { describe, expect, test } from 'vitest'
import { rolesOfProperties } from '../geojson/attributes.ts'

const PLOTS = Array.from({ length: 12 }, (_, at) => at)
const rolesIn = (propertiesOf: (at: number) => Record<string, unknown>) => rolesOfProperties(PLOTS.map(propertiesOf))

describe('properties of plots', () => {
  test('of Breedbase: its plot_id is the key of its database', () => {
    const roles = rolesIn((at) => ({
      plot_name: `2026_AMES_${101 + at}`,
      plot_id: 38e3 + 7 * at,
      plot_number: String(101 + at),
      accession_name: `G${at % 6}`,
      block_number: 1,
      rep_number: 1,
      row_number: 1,
      col_number: at,
      is_a_control: '',
    }))
    expect(roles).toEqual({
      plotId: 'plot_number',
      genotype: 'accession_name',
      block: 'block_number',
      rep: 'rep_number',
      row: 'row_number',
      column: 'col_number',
    })
  })

  test('of BMS: a designation is a better name than a GID', () => {
    const roles = rolesIn((at) => ({
      OBS_UNIT_ID: `kX${at}pQ`,
      PLOT_NO: 101 + at,
      REP_NO: 1,
      ENTRY_NO: at,
      GID: 900100 + (at % 6),
      DESIGNATION: `G${at}`,
      ROW: 1,
      COL: at,
      'FIELDMAP COLUMN': at,
      'FIELDMAP RANGE': 1,
    }))
    expect(roles).toEqual({
      plotId: 'PLOT_NO',
      rep: 'REP_NO',
      entry: 'ENTRY_NO',
      genotype: 'DESIGNATION',
      row: 'ROW',
      column: 'COL',
    })
  })

  test('of PostGIS: gid is the key of a row, and names are said twice', () => {
    const roles = rolesIn((at) => ({
      gid: 17 + at,
      plotno_plot_number: 101 + at,
      variety: `Falke ${at}`,
      block_no: 1,
      tream_treatment_number: 2,
    }))
    expect(roles).toEqual({
      plotId: 'plotno_plot_number',
      genotype: 'variety',
      block: 'block_no',
      treatment: 'tream_treatment_number',
    })
    expect(rolesIn((at) => ({ gid: 17 + at, plotno: 101 + at })).genotype).toBeUndefined()
    expect(rolesIn((at) => ({ gid: 17 + (at % 4), plotno: 101 + at })).genotype).toBe('gid')
  })

  test('of agricolae, Field Book and the grid of QGIS', () => {
    expect(rolesIn((at) => ({ plots: 101 + at, block: 1, trt: `G${at}` }))).toEqual({
      plotId: 'plots',
      block: 'block',
      treatment: 'trt',
    })
    const fieldBook = { row: 1, column: 1, replicate: 1, germplasm: 'LINE1', pedigree: 'A0//B0/3/C' }
    expect(rolesIn((at) => ({ plot_id: 101 + at, plot: 101 + at, ...fieldBook }))).toMatchObject({
      plotId: 'plot_id',
      rep: 'replicate',
      genotype: 'germplasm',
    })
    const grid = { left: 310_001, top: 4_899_998.4, right: 310_005, bottom: 4_899_994.4 }
    expect(rolesIn((at) => ({ id: at, ...grid, row_index: at % 3, col_index: at % 4 }))).toEqual({
      plotId: 'id',
      row: 'row_index',
      column: 'col_index',
    })
  })

  test.each([
    ['rows and columns', (at: number) => ({ x: at % 4, y: at % 3 }), { row: 'y', column: 'x' }],
    ['metres', (at: number) => ({ x: 310_001 + 4.6 * at, y: 4_899_994.4 }), {}],
    ['whole metres of a field', (at: number) => ({ x: 5 * at, y: 12 * at }), {}],
    ['degrees', (at: number) => ({ x: -95.37 + at / 1e5, y: 44.22 }), {}],
  ])('x and y are rows and columns only where they are: %s', (_what, places, expected) => {
    const { row, column } = rolesIn((at) => ({ plot: at, ...places(at) }))
    expect({ row, column }).toEqual({ row: undefined, column: undefined, ...expected })
  })

  test('a number that comes back in each replicate names no plot where another one does', () => {
    expect(rolesIn((at) => ({ plot: 1 + (at % 4), id: at })).plotId).toBe('id')
    expect(rolesIn((at) => ({ plot_id: at === 3 ? 2 : at, fid: at })).plotId).toBe('plot_id')
  })

  test('yield of a plot and the like are no name of it', () => {
    const more = {
      plot_yield: 3,
      plot_area: 4,
      row_spacing: 5,
      nrow: 2,
      entry_date: 6,
      line_length: 7,
      'yield per plot': 8,
    }
    expect(rolesIn((at) => ({ ...more, plot: at }))).toEqual({ plotId: 'plot' })
  })
})
