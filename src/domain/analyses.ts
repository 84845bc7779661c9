/** The outputs that a customer may request: id on the wire and label, exactly as in spec section 3. Screens capitalize the label. */
export const REPORT_CATEGORIES = {
  orthomosaic: 'Orthomosaic (stitched image)',
  elevationModels: 'Digital Elevation Models',
  plantFeatures: 'plot/grid level plant features (canopy height, canopy cover, vegetation indices)',
  heatMaps: 'heat maps of pixel/plot/grid level plant features',
  '3dModel': '3D Model',
} as const
export type ReportCategory = keyof typeof REPORT_CATEGORIES
export const REPORT_CATEGORY_IDS = Object.keys(REPORT_CATEGORIES) as ReportCategory[]

/** Short names for lists. */
export const OUTPUT_NAMES = {
  orthomosaic: 'orthomosaic',
  elevationModels: 'elevation models',
  plantFeatures: 'plant features',
  heatMaps: 'heat maps',
  '3dModel': '3D model',
} satisfies Record<ReportCategory, string>

export const isReportCategory = (id: string): id is ReportCategory => Object.hasOwn(REPORT_CATEGORIES, id)

/** UPLOADING is hidden: the request appears when its archive is complete. */
export const ANALYSIS_STATUSES = ['UPLOADING', 'PENDING', 'UNDER_REVIEW', 'PROCESSED', 'REJECTED'] as const
export type AnalysisStatus = (typeof ANALYSIS_STATUSES)[number]
export const VISIBLE_STATUSES = ['PENDING', 'UNDER_REVIEW', 'PROCESSED', 'REJECTED'] as const
export type VisibleStatus = (typeof VISIBLE_STATUSES)[number]

/** The statuses that staff may set. Only publishing a report sets PROCESSED. */
export const CHOOSABLE_STATUSES = ['PENDING', 'UNDER_REVIEW', 'REJECTED'] as const
export type ChoosableStatus = (typeof CHOOSABLE_STATUSES)[number]

type Trigger = 'archive-completed' | 'staff-choice' | 'report-published' | 'report-emptied'

const FROM: Record<Trigger, readonly AnalysisStatus[]> = {
  'archive-completed': ['UPLOADING', 'REJECTED'],
  'staff-choice': VISIBLE_STATUSES,
  'report-published': VISIBLE_STATUSES,
  'report-emptied': ['PROCESSED'],
}

/** The statuses in which a trigger may change a request. The database update compares with them. */
export const statusesBefore = (trigger: Trigger): readonly AnalysisStatus[] => FROM[trigger]

/** 'UNDER_REVIEW' becomes 'Under Review' (spec section 4). */
export const statusLabel = (status: string): string =>
  status
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/(^|\s)\S/g, (letter) => letter.toUpperCase())

export const DESCRIPTION_MAX = 5000
