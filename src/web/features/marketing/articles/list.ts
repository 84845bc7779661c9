import type { Article } from './article.ts'

/** Newest first. The text of an article is in the file named by its slug. */
export const articles: readonly Article[] = [
  {
    slug: 'light-and-wind-in-a-series',
    title: 'What light and wind do to a series',
    description:
      'Two flights differ by the crop and by the sky. How to fly, and what to record, to tell one from the other.',
    category: 'Method',
    date: '2026-11-19',
    imageUrl: '/pictures/skies-720.webp',
    picture: 'skies',
    imageAlt:
      'One stretch of a trial four times: in full sun, under a cloud, in low evening light, and blurred by wind.',
    load: () => import('./light-and-wind-in-a-series.ts'),
  },
  {
    slug: 'from-orthomosaic-to-plot-values',
    title: 'From orthomosaic to plot values',
    description:
      'A map has millions of pixels, a trial a few hundred plots. What happens in between decides what the figures mean.',
    category: 'Data',
    date: '2026-11-12',
    imageUrl: '/pictures/plant-features-720.webp',
    picture: 'plant-features',
    imageAlt: 'Plots of a trial with an outline each, set in from the edge, and the value of the vegetation index.',
    load: () => import('./from-orthomosaic-to-plot-values.ts'),
  },
  {
    slug: 'flying-for-canopy-height',
    title: 'Flying for canopy height',
    description:
      'Height from photos is the difference between two surfaces. Most errors come from the lower one, and from wind.',
    category: 'Method',
    date: '2026-11-05',
    imageUrl: '/pictures/elevation-720.webp',
    picture: 'elevation',
    imageAlt: 'A trial as hill-shade: rows of plants stand out from the ground, with contour lines of the land.',
    load: () => import('./flying-for-canopy-height.ts'),
  },
  {
    slug: 'which-vegetation-index',
    title: 'Which vegetation index for which question',
    description:
      'An index turns two or three colours into one number. Which one to use depends on your question, your camera, and how closed the canopy is.',
    category: 'Data',
    date: '2026-10-29',
    imageUrl: '/pictures/heat-map-720.webp',
    picture: 'heat-map',
    imageAlt: 'Every plot of a trial filled with one colour between pale and dark green; empty plots are hatched.',
    load: () => import('./which-vegetation-index.ts'),
  },
  {
    slug: 'what-overlap-does',
    title: 'What overlap does',
    description:
      'Eighty percent is not a matter of taste: it decides how many photos show each plant, and tall crops need more.',
    category: 'Flight planning',
    date: '2026-10-22',
    imageUrl: '/pictures/frames-720.webp',
    picture: 'frames',
    imageAlt: 'Twelve photos of one flight side by side; each repeats most of the one before.',
    load: () => import('./what-overlap-does.ts'),
  },
  {
    slug: 'laying-out-ground-control',
    title: 'Laying out ground control',
    description:
      'Where to put the targets, how large they should be, how to survey them, and why to keep some of them back.',
    category: 'Field work',
    date: '2026-10-08',
    imageUrl: '/pictures/ground-target-720.webp',
    picture: 'ground-target',
    imageAlt: 'A black and white checkered plate on the bare alley between four plots.',
    load: () => import('./laying-out-ground-control.ts'),
  },
]
