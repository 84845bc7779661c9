import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { lengthText } from '#domain/lengths.ts'
import { indexOf, type Range } from '#imagery/rasters/look.ts'
import { formatValue, type ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { TableHeads } from '#web/ui/list/table-heads.tsx'
import { BINS } from '../layers/legend.tsx'
import { accuracyOf, runText } from '../layers/map-names.ts'
import type { ShownLayer } from '../map-controller.ts'

type MapTableProps = {
  layers: readonly ShownLayer[]
  maps: readonly ReadyMap[]
  top: ShownLayer | undefined
  histogram: readonly number[]
  extent: Range
  /** What is in the middle of the screen. */
  centre: readonly string[]
}

const CLASSES = 6

/** What the map shows, for those who read it. */
export function MapTable({ layers, maps, top, histogram, extent: [min, max], centre }: MapTableProps) {
  const all = histogram.reduce((sum, count) => sum + count, 0)
  const classes = Array.from({ length: CLASSES }, (_, at) => {
    const bins = histogram.slice((at * BINS) / CLASSES, ((at + 1) * BINS) / CLASSES)
    const low = min + (at / CLASSES) * (max - min)
    const high = min + ((at + 1) / CLASSES) * (max - min)
    return { low, high, share: all === 0 ? 0 : bins.reduce((sum, count) => sum + count, 0) / all }
  })
  return (
    <div className="overflow-x-auto">
      <table className="min-w-full text-sm">
        <TableHeads
          titles={['Map', 'Shown', 'Date', 'Size', 'Pixel', 'Coordinate system']}
          className="py-1 pr-4 font-semibold"
        />
        <tbody>
          {maps.map((map) => {
            const layer = layers.find((one) => one.map === map)
            const { extent, metres } = frameOf(map)
            return (
              <tr key={map.mapId} className="border-t border-line align-top">
                <th scope="row" className="py-1 pr-4 text-left font-normal break-all">
                  {[displayName(map.fileName), runText(map), ...accuracyOf([map])].filter(Boolean).join(', ')}
                </th>
                <td className="py-1 pr-4">{layer ? shownText(layer) : 'No'}</td>
                <td className="py-1 pr-4 whitespace-nowrap">{map.takenOn ? dateText(map.takenOn) : 'Unknown'}</td>
                <td className="py-1 pr-4 whitespace-nowrap">
                  {metres === null
                    ? `${map.width} × ${map.height} px`
                    : `${lengthText((extent[2] - extent[0]) * metres)} × ${lengthText((extent[3] - extent[1]) * metres)}`}
                </td>
                <td className="py-1 pr-4 whitespace-nowrap">
                  {map.gsdCm === null ? 'Unknown' : `${map.gsdCm.toFixed(2)} cm`}
                </td>
                <td className="py-1 pr-4">{map.crs?.name ?? 'Unknown'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {centre.length > 0 && <p className="mt-4 tabular-nums">In the middle of the screen: {centre.join(', ')}</p>}
      {top && top.look.mode !== 'colours' && (
        <table className="mt-4 text-sm">
          <caption className="pb-1 text-left text-xs text-muted">Values on the screen</caption>
          <tbody>
            {classes.map(({ low, high, share }) => (
              <tr key={low} className="border-t border-line tabular-nums">
                <th scope="row" className="py-1 pr-6 text-left font-normal">
                  {formatValue(low, [min, max])} to {formatValue(high, [min, max])}
                </th>
                <td className="py-1 text-right">{(share * 100).toFixed(1)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function shownText({ look, opacity, map }: ShownLayer): string {
  const what =
    look.mode === 'colours'
      ? 'colours'
      : look.mode === 'index'
        ? (indexOf(look)?.id ?? '')
        : map.kind === 'elevation'
          ? 'elevation'
          : `band ${look.band + 1}`
  return opacity === 1 ? what : `${what}, ${Math.round(opacity * 100)} % opaque`
}
