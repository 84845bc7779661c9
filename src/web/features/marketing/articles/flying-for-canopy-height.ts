import type { ArticleText } from './article.ts'

export const text: ArticleText = {
  opening: [
    'A camera doesn’t measure height. It sees the same leaf from several positions, and software works out from the angles where that leaf must be. Done for millions of points, this gives a surface model: the height of everything the camera saw from above, in metres over a reference.',
    'To get plant height, you subtract the ground. That sounds like the easy half, but it is where most heights go wrong.',
  ],
  sections: [
    {
      heading: 'Where the ground comes from',
      paragraphs: [
        'The safest ground model comes from a flight before anything grew. A flight after sowing and before emergence gives you the terrain of the whole trial, even where the canopy will close later. Both flights then have to match to within a few centimetres, vertically too. That takes ground control points that stay in place all season, or at least are surveyed the same way each time.',
        'Without a bare-soil flight, the ground can be interpolated from the alleys: points that are certainly soil, with a smooth surface between them. This works if the alleys are open and the field is even. It fails in a closed canopy, and where a ridge runs under the plots.',
      ],
    },
    {
      heading: 'The flight',
      paragraphs: [
        'Plants are hard to match. They look alike, and they move. Use more overlap than for an overview: 80 % or more in both directions is common for height. Stay low enough for 1 cm per pixel or finer, so that the tips of the canopy are more than one pixel wide.',
        'Fly when the air is still. A leaf that moved between two photos is matched wrongly or not at all, and the canopy becomes a blurred sheet somewhere below its real top. Even light helps too, because deep shadows between rows have no texture to match.',
        'Take the photos for the map straight down, and add an oblique set if height really matters. Oblique views tie the model together and remove the slight bowl or dome that parallel lines can produce.',
      ],
    },
    {
      heading: 'From surface to one value',
      paragraphs: [
        'A plot has thousands of height values, and their mean is misleading: it mixes the tops with the gaps between rows. What people call plant height is near the upper end. A high percentile, such as the 95th or 99th of all values in the plot, matches the ruler better and ignores single outliers. Whichever you choose, use it for all dates, and write it down.',
        'Trim the edges of the plot before you compute. Border rows grow differently, and neighbouring plants lean in.',
      ],
    },
    {
      heading: 'Check it with a stick',
      paragraphs: [
        'Photos give lower values than a ruler, because thin tips vanish: more so in wheat ears or maize tassels than in soybean. The ranking of the plots usually stays the same. Measure about twenty plots by hand on the day of the flight, short and tall ones. Their scatter around the line shows how small a difference between two entries you can trust.',
      ],
    },
  ],
}
