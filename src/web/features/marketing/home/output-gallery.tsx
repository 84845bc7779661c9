import type { ReportCategory } from '#domain/analyses.ts'
import { Picture } from '../picture.tsx'
import type { PictureName } from '../pictures.ts'

type Plate = { picture: PictureName; title: string; text: string; alt: string; span: string }

const PLATES = {
  orthomosaic: {
    picture: 'orthomosaic',
    title: 'Orthomosaic',
    text: 'All photos of the flight as one picture, straight down and true to scale: you can measure a distance on it.',
    alt: 'Plots of one range seen straight down, with single rows and a black and white ground target.',
    span: 'lg:col-span-7',
  },
  elevationModels: {
    picture: 'elevation',
    title: 'Digital elevation models',
    text: 'The height of the canopy and of the ground under it. The difference is plant height.',
    alt: 'The trial as hill-shade: rows of plants stand out from the ground, with contour lines of the land.',
    span: 'lg:col-span-5',
  },
  plantFeatures: {
    picture: 'plant-features',
    title: 'Plant features by plot or grid',
    text: 'Canopy height, canopy cover and vegetation indices: one row of figures for every plot, ready for your statistics.',
    alt: 'Outlines of single plots over the photo, each with the value of its vegetation index.',
    span: 'lg:col-span-5',
  },
  heatMaps: {
    picture: 'heat-map',
    title: 'Heat maps',
    text: 'The same figures as colour, by pixel, plot or grid: the weak corner of a field shows before you open the table.',
    alt: 'Every plot of the trial filled with one colour between pale and dark green; empty plots are hatched.',
    span: 'lg:col-span-7',
  },
  '3dModel': {
    picture: 'model',
    title: '3D model',
    text: 'The trial as a cloud of coloured points that you can turn and walk around. The small frames above it are the places where the photos were taken.',
    alt: 'The trial as a three-dimensional point cloud at an angle, with the camera positions above it.',
    span: 'lg:col-span-12',
  },
} satisfies Record<ReportCategory, Plate>

const FigurePlate = ({ picture, title, text, alt, span }: Plate) => (
  <li className={span}>
    <Picture
      name={picture}
      alt={alt}
      sizes="(min-width: 1280px) 700px, (min-width: 1024px) 58vw, (min-width: 640px) 46vw, 92vw"
      className="aspect-[4/3] w-full rounded-sm border border-line-strong object-cover lg:aspect-auto lg:h-[25rem]"
    />
    <h3 className="mt-4 font-display text-xl font-semibold">{title}</h3>
    <p className="mt-1 max-w-[34rem] leading-relaxed text-muted">{text}</p>
  </li>
)

const WidePlate = ({ picture, title, text, alt, span }: Plate) => (
  <li className={`grid overflow-hidden rounded-sm bg-[#0d1b2a] sm:col-span-2 lg:grid-cols-[5fr_7fr] ${span}`}>
    <div className="px-6 pt-8 pb-2 text-ramp-1 lg:self-center lg:px-12 lg:py-10">
      <h3 className="font-display text-2xl font-semibold">{title}</h3>
      <p className="mt-2 max-w-[30rem] leading-relaxed text-ramp-1/85">{text}</p>
    </div>
    <Picture
      name={picture}
      alt={alt}
      sizes="(min-width: 1280px) 720px, (min-width: 1024px) 58vw, 92vw"
      className="aspect-[4/3] w-full object-cover lg:aspect-auto lg:h-[31rem]"
    />
  </li>
)

/** The five outputs, each with a picture. */
export const OutputGallery = () => (
  <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-12">
    {Object.entries(PLATES).map(([id, plate]) =>
      id === '3dModel' ? <WidePlate key={id} {...plate} /> : <FigurePlate key={id} {...plate} />,
    )}
  </ul>
)
