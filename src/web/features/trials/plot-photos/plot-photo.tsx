import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useCallback } from 'react'
import type { QueryIn } from '#contract/api.ts'
import { type PlotPhotoList, plotPhotos } from '#contract/plot-photos.ts'
import { displayName } from '#domain/display-names.ts'
import { callsOf } from '#web/lib/api.ts'
import { MAP_MARKS } from '#web/lib/map-marks.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { saveFile } from '#web/ui/list/save-file.ts'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { Problem } from '../problem.tsx'

const { callForFile } = callsOf(plotPhotos)

type PlotPhotoProps = {
  photo: PlotPhotoList['photos'][number]
  list: PlotPhotoList
  plot: QueryIn<'listPlotPhotos'>
  /** Of the plot and its flight, for the name of a file. */
  name: string
}

/** The picture with the outline of the plot, and what photo it is. */
export function PlotPhoto({ photo, list, plot, name }: PlotPhotoProps) {
  const { data: picture, error } = usePicture(plot, photo.name)
  const file = photo.name.split('/').at(-1) ?? photo.name
  return (
    <figure className="flex flex-col gap-1.5">
      {error ? (
        <Problem error={error} />
      ) : (
        <CutOut list={list} picture={picture} alt={`The plot in ${displayName(photo.name)}`} />
      )}
      <figcaption className="flex items-start justify-between gap-2 text-xs text-muted">
        <span className="pt-1 wrap-anywhere">
          <bdi className="text-ink">{displayName(photo.name)}</bdi>, {angleText(photo)}
        </span>
        <IconButton
          icon={Download}
          label={`Download the plot in ${displayName(photo.name)}`}
          className="-my-1 size-8"
          disabled={!picture}
          onClick={() => picture && saveFile(picture, `plot ${name} ${file.replace(/\.[^.]*$/, '')}.jpg`)}
        />
      </figcaption>
    </figure>
  )
}

export const usePicture = (plot: PlotPhotoProps['plot'], photo: string) =>
  useQuery({
    queryKey: ['plot-photo', plot, photo],
    queryFn: async ({ signal }) => {
      const answer = await callForFile('getPlotPhoto', { query: { ...plot, photo }, signal })
      return new Blob([await answer.arrayBuffer()], { type: 'image/jpeg' })
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })

export const angleText = ({ degrees, isWhole }: PlotPhotoProps['photo']): string =>
  `${Math.round(degrees)}° from straight down${isWhole ? '' : ', only a part of the plot'}`

type CutOutProps = { list: PlotPhotoList; picture: Blob | undefined; alt: string }

export function CutOut({ list: { width, height, outline }, picture, alt }: CutOutProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      if (picture) image.src = URL.createObjectURL(picture)
      return () => URL.revokeObjectURL(image.src)
    },
    [picture],
  )
  return (
    <div className="relative overflow-hidden rounded-sm" style={{ aspectRatio: `${width} / ${height}` }}>
      {picture ? <img ref={show} alt={alt} className="size-full" /> : <Skeleton className="absolute inset-0" />}
      <Outline outline={outline} />
    </div>
  )
}

/** Light on dark, so that it is seen on any ground. */
const LINES = [
  [MAP_MARKS.dark, 3],
  [MAP_MARKS.light, 1.5],
] as const

const Outline = ({ outline }: Pick<PlotPhotoList, 'outline'>) => (
  <svg aria-hidden viewBox="0 0 1 1" preserveAspectRatio="none" className="absolute inset-0 size-full">
    {LINES.map(([stroke, strokeWidth]) => (
      <path
        key={stroke}
        d={outline.map((ring) => `M${ring.map(([x, y]) => `${x} ${y}`).join('L')}Z`).join('')}
        fill="none"
        vectorEffect="non-scaling-stroke"
        {...{ stroke, strokeWidth }}
      />
    ))}
  </svg>
)
