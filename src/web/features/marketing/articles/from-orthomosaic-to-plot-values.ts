import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'An orthomosaic of one hectare at 1 cm has a hundred million pixels. Your statistics need one row per plot. Getting from one to the other looks like bookkeeping, but each of its four steps involves a choice that can shift the means by more than the entries differ.',
  ],
  sections: [
    {
      heading: 'One: where is the plot?',
      paragraphs: [
        'Plots are laid over the map as a grid of rectangles, numbered as in the field plan. But the drill doesn’t follow the plan to the centimetre. Ranges drift, a pass starts late, a curve appears at the headland. A grid that fits at one corner may be half a plot off at the other. So the grid is fitted to what is visible, range by range, and a person checks it at full size before anything is computed.',
        'The numbering needs as much care as the position. Serpentine or not, which corner first, with or without border plots: one wrong turn gives every second range the values of its neighbours, and the table still looks fine. Check three plots that you would recognise anywhere, such as a gap, a late entry or a white flower, against the field book.',
      ],
    },
    {
      heading: 'Two: how much of it?',
      paragraphs: [
        'Outer rows get more light and more space, and neighbouring plants lean in. Most people trim one row on each side and 30 to 50 cm at the ends. The harvest decides the rest: if the combine takes the middle rows, measure the middle rows. Trim the same way on all dates, even if the plot looks tidy without it in June.',
      ],
    },
    {
      heading: 'Three: which pixels count?',
      paragraphs: [
        'Inside the outline there are leaves, soil, shadows and perhaps weeds. So there are two questions. “What does the plot look like?” uses all pixels: a thin stand and a pale stand may get the same value. “What do the plants look like?” uses plant pixels only, which takes a rule that separates plant from soil, usually a threshold on an index.',
        'Don’t adjust the threshold by hand from date to date. It can be found from the histogram, which has two peaks while soil and crop are both visible (Otsu’s method puts the threshold between them). Once the canopy is closed only one peak is left, and a method that always finds two will invent soil. Then keep the last good threshold, or use no mask.',
        'Report both parts: the share of plant pixels is canopy cover, a trait in its own right, and the mean over plant pixels is colour. Kept apart, they tell you why a plot is low.',
      ],
    },
    {
      heading: 'Four: which statistic?',
      paragraphs: [
        'The mean counts every pixel, including stray ones. The median ignores a footprint, a stake or a spot of glare. For height neither is right, because people mean the top, so use a high percentile. The standard deviation within the plot deserves a column too: it shows how patchy the stand is, and which plots not to trust.',
        'Count the pixels, too. A plot with half as many as the others is under a tree, outside the flight, or under a mask that removed too much.',
      ],
    },
    {
      heading: 'Then check it',
      paragraphs: [
        'Three quick checks find most errors. Draw the values as a heat map in field order: real entries look like salt and pepper, while a slope, a stripe along the passes or a bright corner is soil, drill or sun. Plot two replicates against each other: they should agree better than two random entries, and their correlation limits everything you will find later. And compare the same plots on two dates close together: what changed within three days is mostly your method.',
        'Deliver the table with the grid as a shapefile or GeoJSON. Anyone who doubts a value can then lay the outline over the map and look. A figure you can check is worth more than one you have to believe.',
      ],
    },
  ],
}
