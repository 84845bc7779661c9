import {
  Box,
  File,
  FileArchive,
  FileSpreadsheet,
  FileText,
  Image,
  type LucideIcon,
  Map as MapIcon,
  ScatterChart,
} from 'lucide-react'
import type { ReportFileKind } from '#domain/reports.ts'

const KINDS: Record<ReportFileKind, { icon: LucideIcon; label: string }> = {
  image: { icon: Image, label: 'Image' },
  map: { icon: MapIcon, label: 'Map' },
  table: { icon: FileSpreadsheet, label: 'Table' },
  document: { icon: FileText, label: 'Document' },
  model: { icon: Box, label: '3D model' },
  'point-cloud': { icon: ScatterChart, label: 'Point cloud' },
  archive: { icon: FileArchive, label: 'Archive' },
  other: { icon: File, label: 'File' },
}

/** A newer server may name a kind that this screen does not know. */
export const fileKind = (kind: string): { icon: LucideIcon; label: string } =>
  (KINDS as Record<string, (typeof KINDS)['other']>)[kind] ?? KINDS.other
