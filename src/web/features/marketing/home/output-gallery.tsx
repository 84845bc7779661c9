import type { ReportCategory } from '#domain/analyses.ts'
import { Picture } from '../picture.tsx'
import type { PictureName } from '../pictures.ts'

type Plate = { picture: PictureName; title: string; text: string; alt: string; span: string }

const PLATES = {
  orthomosaic: {
    picture: 'orthomosaic',
    title: 'Orthomosaic',
    text: 'All photos merged into one image, straight down and true to scale: you can measure distances on it.',
    alt: 'Plots of one range seen straight down, with single rows and a black and white ground target.',
    span: 'lg:col-span-7',
  },
  elevationModels: {
    picture: 'elevation',
    title: 'Digital elevation models',
    text: 'The height of the canopy and of the ground below it. The difference is plant height.',
    alt: 'The trial as hill-shade: rows of plants stand out from the ground, with contour lines of the land.',
    span: 'lg:col-span-5',
  },
  plantFeatures: {
    picture: 'plant-features',
    title: 'Plant features by plot or grid',
    text: 'Canopy height, canopy cover and vegetation indices: one row per plot, ready for your statistics.',
    alt: 'Outlines of single plots over the photo, each with the value of its vegetation index.',
    span: 'lg:col-span-5',
  },
  heatMaps: {
    picture: 'heat-map',
    title: 'Heat maps',
    text: 'The same values in colour, by pixel, plot or grid: a weak corner shows before you open the table.',
    alt: 'Every plot of the trial filled with one colour between pale and dark green; empty plots are hatched.',
    span: 'lg:col-span-7',
  },
  '3dModel': {
    picture: 'model',
    title: '3D model',
    text: 'The trial as a cloud of coloured points that you can turn and walk around.',
    alt: 'The trial as a three-dimensional point cloud at an angle, with the camera positions above it.',
    span: 'lg:col-span-12',
  },
} satisfies Record<ReportCategory, Plate>

/** A row with a small picture on phones, a plate on larger screens. */
const FigurePlate = ({ picture, title, text, alt, span }: Plate) => (
  <li className={`grid grid-cols-[6.5rem_1fr] items-center gap-x-4 sm:block ${span}`}>
    <Picture
      name={picture}
      alt={alt}
      sizes="(min-width: 1280px) 700px, (min-width: 1024px) 58vw, (min-width: 640px) 46vw, 104px"
      className="aspect-square w-full rounded-sm border border-line-strong object-cover sm:aspect-[4/3] lg:aspect-auto lg:h-[25rem]"
    />
    <div className="sm:mt-4">
      <h3 className="font-display text-lg/snug font-semibold sm:text-xl">{title}</h3>
      <p className="mt-1 max-w-[34rem] text-sm/relaxed text-muted sm:text-base/relaxed">{text}</p>
    </div>
  </li>
)

const WidePlate = ({ picture, title, text, alt, span }: Plate) => (
  <li
    className={`grid grid-cols-[6.5rem_1fr] items-center gap-x-4 overflow-hidden rounded-sm sm:col-span-2 sm:bg-[#0d1b2a] sm:text-ramp-1 lg:grid-cols-[7fr_5fr] ${span}`}
  >
    <Picture
      name={picture}
      alt={alt}
      sizes="(min-width: 1280px) 720px, (min-width: 1024px) 58vw, (min-width: 640px) 30vw, 104px"
      className="aspect-square w-full rounded-sm object-cover lg:aspect-auto lg:h-[31rem]"
    />
    <div className="sm:px-6 lg:px-12">
      <h3 className="font-display text-lg/snug font-semibold sm:text-2xl">{title}</h3>
      <p className="mt-1 max-w-[30rem] text-sm/relaxed text-muted sm:text-base/relaxed sm:text-ramp-1/85">{text}</p>
    </div>
  </li>
)

/** The five outputs, each with a picture. */
export const OutputGallery = () => (
  <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-12">
    {Object.entries(PLATES).map(([id, plate]) =>
      id === '3dModel' ? <WidePlate key={id} {...plate} /> : <FigurePlate key={id} {...plate} />,
    )}
  </ul>
)
