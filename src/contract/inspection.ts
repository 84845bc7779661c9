import { z } from 'zod'
import { FILE_TYPE_NAMES, HAZARDS, type Inspection } from '#domain/archive/inspection.ts'

const count = z.int().min(0)

/** The result of an archive inspection. */
export const inspection = z.object({
  type: z.nullable(z.enum(FILE_TYPE_NAMES)).meta({ description: 'The type that the first bytes of the file show' }),
  contents: z
    .nullable(
      z.object({
        files: count,
        jpeg: count,
        tiff: count,
        raw: count,
        otherImages: count,
        gcpFile: z.boolean().meta({ description: 'Whether a file of ground control points is among them' }),
        unpackedBytes: count,
        isWhole: z.boolean().meta({ description: 'Whether the table of contents was read to its end' }),
      }),
    )
    .meta({ description: 'Of a ZIP archive, as its table of contents says; null when there is none to read' }),
  hazards: z
    .partialRecord(z.enum(HAZARDS), z.int().min(1))
    .meta({ description: 'What to know before it is unpacked, and of how many entries' }),
}) satisfies z.ZodType<Inspection>
