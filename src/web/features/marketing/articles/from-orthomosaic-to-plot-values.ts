import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'An orthomosaic of one hectare at 1 cm has a hundred million pixels. Your statistics want one row for each plot. The way from the one to the other looks like bookkeeping, and nobody asks about it. Yet each of its four steps involves a choice that can move the means by more than the entries differ.',
  ],
  sections: [
    {
      heading: 'One: where is the plot?',
      paragraphs: [
        'Plots are laid over the map as a grid of rectangles with the numbers of the field plan. The drill does not follow the plan to the centimetre. Ranges drift, a pass starts late, a curve shows at the headland. A grid that fits at one corner may be half a plot off at the other. So the grid is fitted to what can be seen, range by range, and looked at by a person at full size before anything is computed.',
        'The numbering deserves as much care as the place. Serpentine or not, starting in which corner, with or without the border plots: a single wrong turn gives every second range the values of its neighbours, and the table looks perfectly healthy. Check three plots that you would know anywhere, such as a gap, a late entry or a white flower, against the field book.',
      ],
    },
    {
      heading: 'Two: how much of it?',
      paragraphs: [
        'Outer rows have more light and more room, and stand beside a neighbour that leans in. Most people set the outline in by one row on each side and by some 30 to 50 cm at the ends. What you harvest decides the rest: if the combine takes the middle rows, measure the middle rows. Use the same inset for all dates, even though the plot looks tidy enough without it in June.',
      ],
    },
    {
      heading: 'Three: which pixels count?',
      paragraphs: [
        'Within the outline there are leaves, soil, shadows and perhaps weeds. Two questions hide here. “What does the plot look like?” takes all pixels: then a thin stand and a pale stand may get the same value. “What do the plants look like?” takes only those that are plant, which needs a border between plant and soil, usually a threshold on an index.',
        'The threshold should not be moved by hand from date to date. It can be found from the histogram, which has two humps while soil and crop are both visible (Otsu’s method puts the border between them). Once the canopy is closed there is one hump left, and a method that always finds two will invent soil. Then keep the last sound threshold, or use no mask.',
        'Report both parts: the share of plant pixels is canopy cover, a trait in its own right, and the mean over plant pixels is colour. Multiplied they are close to the mean of the whole plot. Kept apart they tell why a plot is low.',
      ],
    },
    {
      heading: 'Four: which figure for the lot?',
      paragraphs: [
        'The mean is fair to every pixel and follows each stray one. The median ignores a footprint, a stake or a spot of glare. For height neither is right, since people mean the top, so a high percentile is used. The standard deviation within the plot is worth a column too: it is how patchy the stand is, and it points at plots which should not be trusted.',
        'Also count the pixels. A plot with half as many as the others lies under a tree, outside the flight, or under a mask that took too much.',
      ],
    },
    {
      heading: 'Then doubt it',
      paragraphs: [
        'Three quick checks find most faults. Draw the values as a heat map in field order: real entries look like salt and pepper, while a slope, a stripe along the passes or a bright corner is soil, drill or sun. Plot two replicates against each other; they should agree better than two entries picked at random, and their correlation is the ceiling for everything you will find later. And take the same plots on two dates close together: what changed there within three days is mostly your method.',
        'Deliver the table with the grid as a shapefile or GeoJSON. Anyone who doubts a value can then lay the outline over the map and look. A figure that can be looked up is worth more than one that has to be believed.',
      ],
    },
  ],
}
