import { expect, test } from 'vitest'
import {
  ANALYSIS_STATUSES,
  CHOOSABLE_STATUSES,
  isReportCategory,
  REPORT_CATEGORIES,
  REPORT_CATEGORY_IDS,
  statusesBefore,
  statusLabel,
} from './analyses.ts'

test('the report categories are those of the specification', () => {
  expect(REPORT_CATEGORY_IDS.map((id) => `${id}: ${REPORT_CATEGORIES[id]}`)).toEqual([
    'orthomosaic: Orthomosaic (stitched image)',
    'elevationModels: Digital Elevation Models',
    'plantFeatures: plot/grid level plant features (canopy height, canopy cover, vegetation indices)',
    'heatMaps: heat maps of pixel/plot/grid level plant features',
    '3dModel: 3D Model',
  ])
})

test.each(['nope', 'Orthomosaic', '', 'toString', 'constructor', '__proto__'])('%j is not a category', (id) => {
  expect(isReportCategory(id)).toBe(false)
})

test.each([
  ['PENDING', 'Pending'],
  ['UNDER_REVIEW', 'Under Review'],
  ['PROCESSED', 'Processed'],
  ['ON HOLD', 'On Hold'],
])('%s is labelled %s', (status, label) => {
  expect(statusLabel(status)).toBe(label)
})

test('staff can set neither PROCESSED nor UPLOADING, and cannot change a request that is still uploading', () => {
  expect(CHOOSABLE_STATUSES).toEqual(['PENDING', 'UNDER_REVIEW', 'REJECTED'])
  expect(ANALYSIS_STATUSES.filter((status) => !statusesBefore('staff-choice').includes(status))).toEqual(['UPLOADING'])
})

test('an archive submits a hidden or a rejected request, and only removing the last report file leaves PROCESSED automatically', () => {
  expect(statusesBefore('archive-completed')).toEqual(['UPLOADING', 'REJECTED'])
  expect(statusesBefore('report-emptied')).toEqual(['PROCESSED'])
  expect(statusesBefore('report-published')).not.toContain('UPLOADING')
})
