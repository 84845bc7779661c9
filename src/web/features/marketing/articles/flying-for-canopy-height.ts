import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'A camera does not measure height. It sees the same leaf from several places, and from the angles a program works out where that leaf must be in space. Done for millions of points, this gives a surface model: the height of whatever the camera saw from above, in metres over some reference.',
    'To get the height of the plants you subtract the ground. It sounds like the easy half, and it is where most heights go wrong.',
  ],
  sections: [
    {
      heading: 'Where the ground comes from',
      paragraphs: [
        'The safest ground is the one you have flown before anything grew on it. A flight after sowing, before emergence, gives a terrain model of the whole trial, also where the canopy will later close. Both flights must then lie in the same frame to within a few centimetres, upwards too. That takes ground control points that stay in place for the season, or at least are measured in the same way each time.',
        'Without a bare flight, the ground can be drawn through the alleys: points that are surely soil, with a smooth surface between them. This works when alleys are open and the field is even. It fails in a closed stand, and on fields with a ridge right under the plots.',
      ],
    },
    {
      heading: 'The flight',
      paragraphs: [
        'Plants are hard to match. They look alike, and they move. Use more overlap than for a picture of the field: 80 % or more in both directions is common for height. Stay low enough for 1 cm on the ground or finer, so that the tips of the canopy are more than one pixel wide.',
        'Fly when the air is still. A leaf that has moved between two photos is matched wrongly or not at all, and what remains of the canopy is a blurred cloth somewhere below its top. Even light helps as well, because deep shadows between rows have no texture to match.',
        'Keep the photos straight down for the map, and add a second set at a slant if the height matters a great deal. Slanted views tie the model together and remove the slight bowl or dome that a flight of parallel lines can bend into.',
      ],
    },
    {
      heading: 'From surface to one value',
      paragraphs: [
        'A plot has thousands of height values, and the mean is the wrong one: it mixes the tops with the gaps between rows. What people mean by plant height is close to the upper end. A high percentile, such as the 95th or 99th of all values in the plot, follows the ruler better and shrugs off single wild points. Whichever you take, take the same for all dates, and write it down.',
        'Cut the plot in from its edges before you compute. Border rows grow differently, and near the edge the neighbour leans in.',
      ],
    },
    {
      heading: 'Check it with a stick',
      paragraphs: [
        'Values from photos run lower than a ruler, since thin tips vanish, and more so in wheat ears or maize tassels than in soybean. The order of the plots is usually kept. Measure some twenty plots by hand on the day of the flight, short ones and tall ones. Their scatter around the line tells you how small a difference between two entries you may believe.',
      ],
    },
  ],
}
