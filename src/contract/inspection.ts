import { z } from 'zod'
import { FILE_TYPE_NAMES, HAZARDS, type Inspection } from '#domain/archive/inspection.ts'

const count = z.int().min(0)

/** The result of an archive inspection. */
export const inspection = z.object({
  type: z.nullable(z.enum(FILE_TYPE_NAMES)).meta({ description: 'The file type, according to the first bytes' }),
  contents: z
    .nullable(
      z.object({
        files: count,
        jpeg: count,
        tiff: count,
        raw: count,
        otherImages: count,
        gcpFile: z.boolean().meta({ description: 'Whether it contains a file of ground control points' }),
        unpackedBytes: count,
        isWhole: z.boolean().meta({ description: 'Whether the table of contents was read to its end' }),
      }),
    )
    .meta({
      description: "What the table of contents of a ZIP archive lists; null if there is none, or it can't be read",
    }),
  hazards: z
    .partialRecord(z.enum(HAZARDS), z.int().min(1))
    .meta({ description: 'Warnings for people who unpack it, with the number of entries each concerns' }),
}) satisfies z.ZodType<Inspection>
