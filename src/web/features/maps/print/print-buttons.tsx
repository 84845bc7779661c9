import { FileDown, ImageDown } from 'lucide-react'
import type View from 'ol/View.js'
import { useState } from 'react'
import { displayName } from '#domain/display-names.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/list/save-file.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import type { Swipe } from '../layers/swipe.ts'
import type { MapController } from '../map-controller.ts'
import { pictureAsPdf } from './picture-pdf.ts'
import { drawPrint, type Print } from './print-map.ts'
import { type Sheeted, sheetOf } from './sheet-of.ts'

type PrintButtonsProps = Sheeted & { swipe: Swipe | null; view: View; controller: MapController }

const JPEG_QUALITY = 0.92
const NAME_PARTS = /\.[^.]+$/

/** Save what the first pane shows as a page with title, legend, scale, north and source. */
export function PrintButtons(props: PrintButtonsProps) {
  const [busy, setBusy] = useState<'png' | 'pdf' | null>(null)
  const save = async (type: 'png' | 'pdf') => {
    setBusy(type)
    try {
      const print = printOf(props)
      const canvas = await drawPrint(print)
      const file = type === 'png' ? await encode(canvas, 'image/png') : await asPdf(canvas, print.title)
      saveFile(file, `${displayName(props.layer.map.fileName).replace(NAME_PARTS, '')}.${type}`)
    } catch (error) {
      toast.error(`The page could not be made: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" pending={busy === 'png'} onClick={() => void save('png')}>
        <ImageDown aria-hidden className="size-4" />
        Save as picture
      </Button>
      <Button variant="secondary" size="small" pending={busy === 'pdf'} onClick={() => void save('pdf')}>
        <FileDown aria-hidden className="size-4" />
        Save as PDF
      </Button>
    </div>
  )
}

async function encode(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, JPEG_QUALITY)
  })
  if (!blob) throw new Error('This browser encodes no pictures')
  return blob
}

async function asPdf(canvas: HTMLCanvasElement, title: string): Promise<Blob> {
  const jpeg = new Uint8Array(await (await encode(canvas, 'image/jpeg')).arrayBuffer())
  return new Blob([pictureAsPdf({ jpeg, width: canvas.width, height: canvas.height, title })], {
    type: 'application/pdf',
  })
}

function printOf({ swipe, view, controller, ...sheet }: PrintButtonsProps): Print {
  const { metres, rotation } = frameOf(sheet.layer.map)
  const [x = 0, y = 0] = view.getCenter() ?? []
  const resolution = view.getResolution() ?? 1
  const [width, height] = controller.size()
  return {
    ...sheetOf(sheet),
    layers: sheet.stack,
    base: sheet.base,
    swipe,
    view: { center: [x, y], width: width * resolution, height: height * resolution, rotation: view.getRotation() },
    metres,
    hasNorth: rotation !== null,
  }
}
