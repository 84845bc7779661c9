/** What a customer may ask for: id on the wire and label, to the letter of spec section 3. Screens raise its first letter. */
export const REPORT_CATEGORIES = {
  orthomosaic: 'Orthomosaic (stitched image)',
  elevationModels: 'Digital Elevation Models',
  plantFeatures: 'plot/grid level plant features (canopy height, canopy cover, vegetation indices)',
  heatMaps: 'heat maps of pixel/plot/grid level plant features',
  '3dModel': '3D Model',
} as const
export type ReportCategory = keyof typeof REPORT_CATEGORIES
export const REPORT_CATEGORY_IDS = Object.keys(REPORT_CATEGORIES) as ReportCategory[]

export const isReportCategory = (id: string): id is ReportCategory => Object.hasOwn(REPORT_CATEGORIES, id)

/** UPLOADING is hidden: the request appears once its archive is whole. */
export const ANALYSIS_STATUSES = ['UPLOADING', 'PENDING', 'UNDER_REVIEW', 'PROCESSED', 'REJECTED'] as const
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number]
export const VISIBLE_STATUSES = ['PENDING', 'UNDER_REVIEW', 'PROCESSED', 'REJECTED'] as const
export type VisibleStatus = (typeof VISIBLE_STATUSES)[number]

/** The statuses that staff choose by hand; publishing a report is the only way to PROCESSED. */
export const CHOOSABLE_STATUSES = ['PENDING', 'UNDER_REVIEW', 'REJECTED'] as const
export type ChoosableStatus = (typeof CHOOSABLE_STATUSES)[number]

type Trigger = 'archive-completed' | 'staff-choice' | 'report-published' | 'report-emptied'

const FROM: Record<Trigger, readonly AnalysisStatus[]> = {
  'archive-completed': ['UPLOADING'],
  'staff-choice': VISIBLE_STATUSES,
  'report-published': VISIBLE_STATUSES,
  'report-emptied': ['PROCESSED'],
}

/** The statuses from which a trigger may move a request; the database compares and sets against them. */
export const statusesBefore = (trigger: Trigger): readonly AnalysisStatus[] => FROM[trigger]

/** 'UNDER_REVIEW' becomes 'Under Review' (spec section 4). */
export const statusLabel = (status: string): string =>
  status
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/(^|\s)\S/g, (letter) => letter.toUpperCase())

export const DESCRIPTION_MAX = 5000
